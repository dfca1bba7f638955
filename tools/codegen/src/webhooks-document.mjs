// Makes an OpenAPI 3.1 document of the webhooks, because 3.0, the version of the contract, has them only as an
// extension.

/** @param contract v1.yaml as an object @returns the webhooks' document, with only the components that it needs */
export function webhooksDocument(contract) {
  const { title, version, license } = contract.info;
  const document = {
    openapi: '3.1.0',
    info: {
      title: `${title}: webhooks`,
      version,
      license,
      description:
        'What is sent to a registered HTTPS address. Addresses and events are chosen in the web interface. The operations ' +
        'of the API are in a document of their own, v1.json.',
    },
    servers: contract.servers,
    tags: contract.tags.filter(({ name }) => name === 'Webhooks'),
    paths: {},
    webhooks: mapValues(asOpenApi31(contract['x-webhooks']), ({ post }) => ({ post: { ...post, security: [] } })),
  };
  document.components = componentsOf(document, asOpenApi31(contract.components));
  return document;
}

/** In JSON Schema 2020-12 null is a type. */
function asOpenApi31(node) {
  if (Array.isArray(node)) return node.map(asOpenApi31);
  if (typeof node !== 'object' || node === null) return node;
  const { nullable, ...rest } = mapValues(node, asOpenApi31);
  return nullable === true ? { ...rest, type: [rest.type, 'null'] } : rest;
}

/** The components that the document refers to, directly or through others. */
function componentsOf(document, all) {
  const found = {};
  const collect = (node) => {
    for (const pointer of JSON.stringify(node).matchAll(/"#\/components\/(\w+)\/([\w.-]+)"/g)) {
      const [, section, name] = pointer;
      if (found[section]?.[name] !== undefined) continue;
      found[section] = { ...found[section], [name]: all[section][name] };
      collect(all[section][name]);
    }
  };
  collect(document);
  return mapValues(found, (section, name) =>
    Object.fromEntries(Object.entries(all[name]).filter(([member]) => section[member] !== undefined)),
  );
}

function mapValues(record, change) {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]));
}
