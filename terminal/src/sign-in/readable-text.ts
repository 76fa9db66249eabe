import type { Fetch } from '../../../sdk/src/index.ts';

/** Marks that change the direction of the text after them, so that a title can look like another one. */
const DIRECTION_MARKS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/** A fetch whose answers have no direction marks: venues choose the titles and rules that the pages show. */
export const withoutDirectionMarks =
  (fetch: Fetch): Fetch =>
  async (url, init) => {
    const answer = await fetch(url, init);
    return {
      status: answer.status,
      headers: answer.headers,
      text: async () => (await answer.text()).replace(DIRECTION_MARKS, ''),
    };
  };
