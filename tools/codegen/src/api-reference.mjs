// Makes the API reference of the packages' entry points from their docstrings, in dist/api-reference. Not committed.
// With --check it writes nothing. Either way it fails on an export, or a method of one, that has no docstring.
import { fileURLToPath } from 'node:url';
import { Application, LogLevel, OptionDefaults, ReflectionKind } from 'typedoc';

const home = new URL('../', import.meta.url);
const root = new URL('../../', home);
const path = (url) => fileURLToPath(url);

/** The import path of each module, by typedoc's name. */
const DOORS = {
  'core/src': '@shaon/core',
  'core/src/testing': '@shaon/core/testing',
  'webhooks/src': '@shaon/webhooks',
  'http-koa/src': '@shaon/http-koa',
  'http-koa/src/host': '@shaon/http-koa/host',
  'client-sdk/src': '@shaon/client-sdk',
  'client-sdk/src/webhooks': '@shaon/client-sdk/webhooks',
};

const EXPORTS =
  ReflectionKind.Class |
  ReflectionKind.Interface |
  ReflectionKind.TypeAlias |
  ReflectionKind.Function |
  ReflectionKind.Variable;

/** The parts of a framework's objects that our adapters use; the framework's own reference describes the methods. */
const FOREIGN = ['ExpressRequest', 'ExpressResponse', 'KoaContext', 'NodeRequest', 'WebhookHeaders'];

const application = await Application.bootstrap({
  name: 'Shaon',
  entryPoints: Object.keys(DOORS).map((name) => path(new URL(`packages/${name}/index.ts`, root))),
  tsconfig: path(new URL('tsconfig.api-reference.json', home)),
  readme: path(new URL('README.md', root)),
  // Types that no entry point exports are described where they are used, without a page of their own.
  excludeInternal: true,
  excludePrivate: true,
  disableSources: true,
  // The generated wire types have it.
  blockTags: [...OptionDefaults.blockTags, '@description'],
  githubPages: false,
  validation: { notExported: false },
  // The check `types` finds the errors.
  skipErrorChecking: true,
  logLevel: LogLevel.Warn,
});
const project = await application.convert();
if (project === undefined || application.logger.hasErrors()) process.exit(1);
for (const module of project.children ?? []) module.name = DOORS[module.name];
const undocumented = Object.values(project.reflections).filter(
  (reflection) => mustBeSaid(reflection) && !isSaid(reflection),
);
for (const reflection of undocumented) console.error(`no docstring: ${reflection.getFullName()}`);
if (undocumented.length > 0) process.exit(1);
if (!process.argv.includes('--check')) {
  const out = path(new URL('dist/api-reference', home));
  await application.generateDocs(project, out);
  if (application.logger.hasErrors()) process.exit(1);
  console.log(`${out}/index.html`);
}

function mustBeSaid(reflection) {
  if (reflection.kindOf(EXPORTS)) return reflection.parent?.kindOf(ReflectionKind.Module);
  return (
    reflection.kindOf(ReflectionKind.Method) &&
    !reflection.name.startsWith('[') &&
    reflection.parent?.kindOf(ReflectionKind.ClassOrInterface) &&
    !FOREIGN.includes(reflection.parent.name)
  );
}

function isSaid(reflection) {
  return reflection.hasComment() || reflection.signatures?.some((signature) => signature.hasComment());
}
