// Makes a page of a guide of docs/, which the host serves together with the API documentation.
import MarkdownIt from 'markdown-it';

/** The served page of each file of docs/. */
export const GUIDES = ['client-sdk', 'webhooks-for-receivers'];

const TITLES = { 'client-sdk': 'The client SDK', 'webhooks-for-receivers': 'Receiving webhooks' };

/** @param {string} name @param {string} text Markdown @returns {string} HTML */
export function guidePage(name, text) {
  const markdown = new MarkdownIt({ html: false, linkify: false });
  // Makes anchors as repositories do, because the pages link to each other by them.
  markdown.renderer.rules.heading_open = (tokens, index, options, _environment, self) => {
    tokens[index].attrSet('id', slugOf(tokens[index + 1].content));
    return self.renderToken(tokens, index, options);
  };
  // What is wider than the screen is scrolled by the keyboard only if it can have the focus.
  markdown.renderer.rules.table_open = () => '<table tabindex="0">\n';
  markdown.renderer.rules.fence = (tokens, index) => {
    const { content, info } = tokens[index];
    const language = markdown.utils.escapeHtml(info.trim());
    return `<pre tabindex="0"><code class="language-${language}">${markdown.utils.escapeHtml(content)}</code></pre>\n`;
  };
  markdown.core.ruler.push('empty headings', (state) => {
    for (const [index, token] of state.tokens.entries()) {
      const isEmpty = token.type === 'th_open' && state.tokens[index + 1]?.content === '';
      if (isEmpty) token.tag = state.tokens[index + 2].tag = 'td';
    }
  });
  markdown.core.ruler.push('links', (state) => {
    for (const { children } of state.tokens) retarget(children ?? []);
  });
  markdown.core.ruler.push('sections', (state) => {
    state.tokens = inSections(state.tokens, state.Token);
  });
  const source = text.replaceAll(/^<!--.*?-->\n/gms, '');
  const tokens = markdown.parse(source, {});
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${TITLES[name]}</title>
<link rel="icon" href="favicon-32x32.png">
<link rel="stylesheet" href="page.css">
<script src="guide.js" defer></script>
</head>
<body>
<main class="guide">
<p><a href="../docs">The API</a></p>
<p><label>Search this page <input type="search" id="search"></label> <span role="status" id="found"></span></p>
${contentsOf(tokens, markdown)}
${markdown.renderer.render(tokens, markdown.options, {})}</main>
</body>
</html>
`;
}

/** Each section is closed until somebody opens it or follows a link into it, because a guide is long on a phone. */
function inSections(tokens, Token) {
  const html = (content) => Object.assign(new Token('html_block', '', 0), { content });
  let isOpen = false;
  const grouped = tokens.flatMap((token) => {
    if (token.tag !== 'h2') return [token];
    if (token.type === 'heading_close') return [token, html('</summary>\n')];
    const before = isOpen ? '</details>\n' : '';
    isOpen = true;
    return [html(`${before}<details class="section"><summary>`), token];
  });
  return isOpen ? [...grouped, html('</details>\n')] : grouped;
}

/** The sections as links, closed until somebody opens them: a guide is long on a phone. */
function contentsOf(tokens, markdown) {
  const items = tokens.flatMap(({ type, tag }, index) => {
    if (type !== 'heading_open' || (tag !== 'h2' && tag !== 'h3')) return [];
    const { content, children } = tokens[index + 1];
    const words = (children ?? []).filter((child) => child.type === 'text' || child.type === 'code_inline');
    const shown = markdown.utils.escapeHtml(words.map((child) => child.content).join(''));
    return [`<li class="${tag}"><a href="#${slugOf(content)}">${shown}</a></li>`];
  });
  return `<details class="contents"><summary>Contents</summary>\n<nav aria-label="Contents"><ul>\n${items.join('\n')}\n</ul></nav></details>`;
}

/** A link to a page that the host does not serve is replaced by its text. */
function retarget(tokens) {
  let isDropped = false;
  for (const token of tokens) {
    if (token.type === 'link_open') {
      const target = token.attrGet('href');
      const [, guide, anchor] = /^([\w-]+)\.md(#.*)?$/.exec(target) ?? [];
      isDropped = !/^(?:https?:|#)/.test(target) && !GUIDES.includes(guide);
      if (GUIDES.includes(guide)) token.attrSet('href', guide + (anchor ?? ''));
    }
    if (!isDropped || !token.type.startsWith('link_')) continue;
    if (token.type === 'link_close') isDropped = false;
    Object.assign(token, { type: 'text', tag: '', content: '', nesting: 0, attrs: null });
  }
}

function slugOf(heading) {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}
