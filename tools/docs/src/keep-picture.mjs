import { keepGenerated } from './keep-generated.mjs';

export const PICTURE_WIDTH = 960;
export const PICTURE_FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";

/**
 * Writes or checks the variants of a picture in docs/pictures, each named after its colours.
 *
 * @template {{ readonly name: string }} Look
 * @param {readonly Look[]} looks
 * @param {(look: Look) => string} draw
 */
export function keepPicture(looks, draw) {
  for (const look of looks) {
    const path = `docs/pictures/${look.name}.svg`;
    keepGenerated(new URL(`../../../${path}`, import.meta.url), draw(look), `${path} is not what is drawn`);
  }
}
