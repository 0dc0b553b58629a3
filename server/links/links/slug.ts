import type { NewLink } from '../../../shared/links/inputs';
import { checkSlug, generateSlug, slugKeyOf } from '../../../shared/links/slugs';
import { fieldError } from '../../errors';
import type { LinkDomainInfo } from '../domains/find';

interface Slug {
  slug: string;
  slugKey: string;
}

/** A chosen slug in its stored form. Throws 422. */
export function requireSlug(text: string, place: LinkDomainInfo, pointer = '/slug'): Slug {
  const check = checkSlug(text, place);
  if (!check.ok) throw fieldError('unprocessable', pointer, check.code, check.message);
  return { slug: check.slug, slugKey: slugKeyOf(check.slug, place.caseSensitive) };
}

/** Attempts with one length before the slug becomes longer. */
const TRIES = 5;

export type SlugSource = (attempt: number) => Slug;

/** A chosen slug, or a generated one per attempt. Throws 422. */
export function slugSource(input: NewLink, place: LinkDomainInfo, length: number): SlugSource {
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
  // Errors of the prefix are reported before anything is written.
  if (input.prefix !== undefined) made(0);
  return made;
}
