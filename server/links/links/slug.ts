import type { NewLink } from '../../../shared/links/inputs';
import { checkSlug, generateSlug, slugKeyOf } from '../../../shared/links/slugs';
import { fieldError } from '../../errors';
import type { LinkPlace } from '../domains/find';

export interface Slug {
  slug: string;
  slugKey: string;
}

/** A slug that a caller chose, as it is stored. Throws 422. */
export function requireSlug(text: string, place: LinkPlace, pointer = '/slug'): Slug {
  const verdict = checkSlug(text, place);
  if (!verdict.ok) throw fieldError('unprocessable', pointer, verdict.code, verdict.message);
  return { slug: verdict.slug, slugKey: slugKeyOf(verdict.slug, place.caseSensitive) };
}

/** Tries with slugs of one length before they get one longer. */
const TRIES = 5;

export type SlugSource = (attempt: number) => Slug;

/** Where the slug of a new link comes from: chosen, or made anew for each attempt. Throws 422. */
export function slugSource(input: NewLink, place: LinkPlace, length: number): SlugSource {
  if (input.slug !== undefined) {
    const chosen = requireSlug(input.slug, place);
    return () => chosen;
  }
  const made: SlugSource = (attempt) =>
    requireSlug(
      generateSlug((input.slug_length ?? length) + Math.floor(attempt / TRIES), input.prefix),
      place,
      input.prefix === undefined ? '/slug_length' : '/prefix',
    );
  // What is wrong with a prefix is told before anything is written.
  if (input.prefix !== undefined) made(0);
  return made;
}
