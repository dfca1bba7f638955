import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import GithubSlugger from 'github-slugger';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { toString as textOf } from 'mdast-util-to-string';
import { visit } from 'unist-util-visit';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

type Tree = ReturnType<typeof fromMarkdown>;

/** A page of the repository: where it leads, and the anchors that others may name. */
interface Page {
  readonly targets: readonly string[];
  readonly anchors: ReadonlySet<string>;
}

const read = new Map<string, Page>();

/** Every Markdown file that git knows, by its path from the root. */
const paths = execFileSync('git', ['ls-files', '*.md'], { cwd: ROOT, encoding: 'utf8' }).trim().split('\n');

describe('links between pages', () => {
  it('are searched for in all pages, the first one among them', () => {
    expect(paths).to.include.members(['README.md', 'CHANGELOG.md', 'docs/operating.md', 'bench/README.md']);
    expect(paths.flatMap((path) => pageAt(path).targets).length).to.be.greaterThan(50);
  });

  for (const path of paths) {
    it(`lead somewhere from ${path}`, () => {
      expect(pageAt(path).targets.filter((target) => isBroken(path, target))).deep.equal([]);
    });
  }
});

/** Whether a link within the repository names a file or an anchor that there is not. */
function isBroken(from: string, target: string): boolean {
  if (/^[a-z][a-z+.-]*:/i.test(target)) return false;
  const [file = '', anchor] = target.split('#');
  const path = file === '' ? from : posix.join(posix.dirname(from), decodeURI(file));
  if (path.startsWith('..') || !existsSync(`${ROOT}${path}`)) return true;
  return anchor !== undefined && !(path.endsWith('.md') && pageAt(path).anchors.has(decodeURIComponent(anchor)));
}

function pageAt(path: string): Page {
  const known = read.get(path);
  if (known !== undefined) return known;
  const tree = fromMarkdown(readFileSync(`${ROOT}${path}`, 'utf8'));
  const page = { targets: targetsIn(tree), anchors: anchorsIn(tree) };
  read.set(path, page);
  return page;
}

function targetsIn(tree: Tree): string[] {
  const targets: string[] = [];
  visit(tree, (node) => {
    if (node.type === 'link' || node.type === 'image' || node.type === 'definition') targets.push(node.url);
    // A picture that has a dark form is written in HTML.
    if (node.type === 'html') targets.push(...attributesIn(node.value, ['href', 'src', 'srcset']));
  });
  return targets;
}

/** Headings as the code host names them, and `<a id>`. */
function anchorsIn(tree: Tree): Set<string> {
  const slugger = new GithubSlugger();
  const anchors = new Set<string>();
  visit(tree, (node) => {
    if (node.type === 'heading') anchors.add(slugger.slug(textOf(node)));
    if (node.type === 'html') for (const id of attributesIn(node.value, ['id', 'name'])) anchors.add(id);
  });
  return anchors;
}

function attributesIn(html: string, names: readonly string[]): string[] {
  return [...html.matchAll(/\b([a-z]+)="([^"]*)"/g)].flatMap(([, name, value]) =>
    names.includes(name as string) ? [value as string] : [],
  );
}
