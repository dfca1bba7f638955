/*
 * The page /docs, served as it is. A token that somebody enters lives in the page's memory and is gone with it.
 */

/** The contract as the viewer can show it all; /openapi.json stays what it is. */
function forViewer(contract) {
  const { parameters, ...components } = contract.components;
  return {
    ...contract,
    paths: {
      ...mapValues(contract.paths, (item) => mapValues(item, withSamples)),
      ...webhooksAsPaths(contract['x-webhooks'] ?? {}),
    },
    components: { ...components, parameters: mapValues(parameters, withExampleInWords) },
  };
}

/** The viewer does not know `x-codeSamples`: each is a part of the description that opens. */
function withSamples(operation) {
  const samples = operation['x-codeSamples'];
  if (samples === undefined) return operation;
  const parts = samples.map(
    ({ lang, label, source }) =>
      `<details><summary>${label}</summary>\n\n\`\`\`${lang.toLowerCase()}\n${source}\`\`\`\n\n</details>`,
  );
  return { ...operation, description: [operation.description.trim(), ...parts].join('\n\n') };
}

/** OpenAPI 3.0 has no place for webhooks but an extension, and extensions are not shown. */
function webhooksAsPaths(webhooks) {
  return mapValues(webhooks, ({ post }) => ({ post: { ...post, security: [] } }));
}

/** An example would be filled into the form: every filter at once, which finds nothing. */
function withExampleInWords({ example, ...parameter }) {
  if (example === undefined || parameter.required) return { ...parameter, example };
  return { ...parameter, description: `${parameter.description.trim()}\n\nExample: \`${example}\`` };
}

function mapValues(record, change) {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}

/** A call to another origin would be stopped by this page's policy and by the API's, so it is not offered. */
function isCallable(path, contract) {
  const server = contract.getIn(['servers', 0, 'url']);
  return path.startsWith('/') && new URL(server, location.href).origin === location.origin;
}

const shaon = {
  statePlugins: {
    spec: {
      wrapActions: { updateJsonSpec: (update) => (contract) => update(forViewer(contract)) },
      wrapSelectors: {
        allowTryItOutFor: (_original, system) => (_state, path) => isCallable(path, system.specSelectors.specJson()),
      },
    },
  },
};

SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#api',
  deepLinking: true,
  validatorUrl: null,
  defaultModelsExpandDepth: 0,
  plugins: [shaon],
});
