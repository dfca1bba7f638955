/*
 * Sources cite the rule that they follow, such as `(SPEC 4, GET /leave; D:Q20)`. People who install a package have
 * neither the specification nor the register, so docstrings are published without these codes.
 */

const DOCSTRING = /\/\*\*.*?\*\//gs;
const HAS_CODE = /SPEC \d|D:[A-Z]\d/;
/** Several lines are read as one; this blank, which \s matches, stands where a line ended. */
const LINE_END = '\u2028';

const CODE = String.raw`(?:SPEC \d[\d.]*|D:[A-Z]\d+(?: [a-z]\b)?)(?:,?\s(?:(?:and|to)\s)?(?:D:)?(?:[A-Z]\d+|\d\.\d))*`;
const CITATION = String.raw`${CODE}(?:,\s(?:(?:GET|POST|PATCH)\s[^;:().]+|[A-Z][\w ]+))?`;

const IN_BRACKETS = /(\s*)\(([^()]*)\)([.,;:]?)( ?)/g;
/** A part in brackets: "(SPEC 2; D:T10)", and beside words: "(D:V23: not by default)", "(at least one, D:K10)". */
const ALONE = new RegExp(`^\\s*${CITATION}\\s*$`);
const FIRST = new RegExp(`^${CODE}:\\s`);
const LAST = new RegExp(`[,:]\\s${CODE}$`);
/** Such as "… unpacked. SPEC 6, Delivery; D:V3." */
const SENTENCE = new RegExp(String.raw`(?<=\.)\s+${CODE}, [A-Z]\w+(?:;\s${CODE})?\.`, 'g');
/** Such as "D:T14: only absences", "SPEC 4, GET /leave." */
const BEGINNING = new RegExp(String.raw`(?<=[*.:]\s+)${CODE}(?::\s|,\s(?=[A-Z]))(\S)`, 'g');

/** @param {string} source TypeScript or JavaScript, whose lines stay where they are @returns {string} */
export function withoutCodes(source) {
  return source.replace(DOCSTRING, (docstring) => (HAS_CODE.test(docstring) ? cleaned(docstring) : docstring));
}

/** @param {string} source @returns {string[]} docstrings with a code */
export function docstringsWithCodes(source) {
  return (source.match(DOCSTRING) ?? []).filter((docstring) => HAS_CODE.test(docstring));
}

/** @param {string} docstring */
function cleaned(docstring) {
  const [, indent = ''] = /\n([ \t]*)\*/.exec(docstring) ?? [];
  return docstring
    .replace(/[ \t]*\n[ \t]*\*(?!\/) ?/g, LINE_END)
    .replace(IN_BRACKETS, withoutCitations)
    .replace(SENTENCE, lineEnds)
    .replace(BEGINNING, (_all, first) => first.toUpperCase())
    .replaceAll(LINE_END, `\n${indent}* `)
    .replace(/[ \t]+$/gm, '');
}

/** @param {string} all @param {string} before @param {string} inside @param {string} after @param {string} blank */
function withoutCitations(all, before, inside, after, blank) {
  if (!HAS_CODE.test(inside)) return all;
  const parts = inside.split(';').filter((part) => !ALONE.test(part));
  if (parts.length === 0) {
    const ends = lineEnds(before + inside);
    return after + ends + (ends === '' ? blank : '');
  }
  const kept = parts.map((part) => part.replace(FIRST, lineEnds).replace(LAST, lineEnds));
  return `${before}(${kept.join(';').trimStart()})${after}${blank}`;
}

/** @param {string} text what is left of it when it goes, because a source map counts the lines */
function lineEnds(text) {
  return text.replace(/[^\u2028]/g, '');
}
