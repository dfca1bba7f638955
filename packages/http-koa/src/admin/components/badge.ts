import { type Html, html } from '../html.ts';
import { type IconName, icon } from './icon.ts';

/** The roles of colours; an ordinary state has no colour. */
export type Tone = 'ok' | 'wait' | 'bad' | 'open' | 'absent' | 'off';

/** A state as a shape, a word and a colour, never as a colour alone. */
export function badge(tone: Tone, shape: IconName, word: Html | string): Html {
  return html`<span class="badge-s s-${tone}">${icon(shape)}<span>${word}</span></span>`;
}

/** An ability of a token; a sensitive one is marked. */
export function tag(text: string, isSensitive = false): Html {
  return html`<span class="tag${isSensitive && ' tag-sensitive'}">${text}</span>`;
}
