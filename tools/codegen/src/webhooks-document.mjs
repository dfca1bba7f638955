// The webhooks as OpenAPI 3.1, which has a place for them: the contract itself stays 3.0 and keeps them as an extension.

/** @param contract v1.yaml as an object @returns the second document, with the components that it needs alone */
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

/** Null is a type of its own in JSON Schema 2020-12. */
function asOpenApi31(node) {
  if (Array.isArray(node)) return node.map(asOpenApi31);
  if (typeof node !== 'object' || node === null) return node;
  const { nullable, ...rest } = mapValues(node, asOpenApi31);
  return nullable === true ? { ...rest, type: [rest.type, 'null'] } : rest;
}

/** What the document refers to, and what that refers to. */
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
