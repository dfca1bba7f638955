// The API reference of the packages' doors, from their docstrings, as pages in dist/api-reference. Not committed.
import { fileURLToPath } from 'node:url';
import { Application, LogLevel, OptionDefaults } from 'typedoc';

const home = new URL('../', import.meta.url);
const root = new URL('../../', home);
const path = (url) => fileURLToPath(url);

/** What a reader imports, by typedoc's name of the module. */
const DOORS = {
  'core/src': '@shaon/core',
  'core/src/testing': '@shaon/core/testing',
  'webhooks/src': '@shaon/webhooks',
  'http-koa/src': '@shaon/http-koa',
  'client-sdk/src': '@shaon/client-sdk',
  'client-sdk/src/webhooks': '@shaon/client-sdk/webhooks',
};

const application = await Application.bootstrap({
  name: 'Shaon',
  entryPoints: Object.keys(DOORS).map((name) => path(new URL(`packages/${name}/index.ts`, root))),
  tsconfig: path(new URL('tsconfig.api-reference.json', home)),
  readme: path(new URL('README.md', root)),
  // What is not at a door is described where it is used, and is no page of its own.
  excludeInternal: true,
  excludePrivate: true,
  disableSources: true,
  // The generated wire types have it.
  blockTags: [...OptionDefaults.blockTags, '@description'],
  githubPages: false,
  validation: { notExported: false },
  logLevel: LogLevel.Warn,
});
const project = await application.convert();
if (project === undefined || application.logger.hasErrors()) process.exit(1);
for (const module of project.children ?? []) module.name = DOORS[module.name];
const out = path(new URL('dist/api-reference', home));
await application.generateDocs(project, out);
if (application.logger.hasErrors()) process.exit(1);
console.log(`${out}/index.html`);
