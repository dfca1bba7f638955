import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cruise } from 'dependency-cruiser';
import { FORBIDDEN } from './boundary-rules.mjs';

/*
 * `node scripts/boundaries.mjs` fails on an import that the design forbids, and on files of a package that import each
 * other in a circle, types included.
 */

/**
 * @param {string} root folder of the project
 * @returns {Promise<{ files: number, violations: string[] }>} each as `rule: importer -> imported`
 */
export async function checkBoundaries(root) {
  const { output } = await cruise(['packages', 'examples', 'bench', 'tools'], {
    baseDir: root,
    validate: true,
    ruleSet: { forbidden: FORBIDDEN },
    tsPreCompilationDeps: true,
    doNotFollow: { path: ['node_modules', '/dist/'] },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.mjs', '.js', '.json'],
    },
  });
  if (typeof output === 'string') throw new TypeError('dependency-cruiser has made a report in place of a result.');
  const { violations, totalCruised } = output.summary;
  return { files: totalCruised, violations: violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`) };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { files, violations } = await checkBoundaries(dirname(dirname(fileURLToPath(import.meta.url))));
  for (const violation of violations) console.error(violation);
  console.log(`${files} files, ${violations.length} forbidden imports`);
  process.exitCode = violations.length === 0 ? 0 : 1;
}
