import { type Html, html } from '../html.ts';
import { type IconName, icon } from './icon.ts';

/** The roles of colour; what is ordinary has none. */
export type Tone = 'ok' | 'wait' | 'bad' | 'open' | 'absent' | 'off';

/** A state: a shape, a word and a colour, never the colour alone. */
export function badge(tone: Tone, shape: IconName, word: Html | string): Html {
  return html`<span class="badge-s s-${tone}">${icon(shape)}<span>${word}</span></span>`;
}

/** An ability as a token holds it; what is sensitive is marked. */
export function tag(text: string, isSensitive = false): Html {
  return html`<span class="tag${isSensitive && ' tag-sensitive'}">${text}</span>`;
}
