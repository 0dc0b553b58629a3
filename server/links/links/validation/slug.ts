import type { NewLink } from '../../../../shared/links/inputs';
import { checkSlug, generateSlug, slugKeyOf } from '../../../../shared/links/slugs';
import { fieldError } from '../../../errors';
import type { LinkDomainInfo } from '../../domains/find';

interface Slug {
  slug: string;
  slugKey: string;
}

/** Returns the stored form. Throws 422. */
export function requireSlug(text: string, domainInfo: LinkDomainInfo, pointer = '/slug'): Slug {
  const check = checkSlug(text, domainInfo);
  if (!check.ok) throw fieldError('unprocessable', pointer, check.code, check.message);
  return { slug: check.slug, slugKey: slugKeyOf(check.slug, domainInfo.caseSensitive) };
}

const ATTEMPTS_PER_LENGTH = 5;

export type SlugSource = (attempt: number) => Slug;

/** A generated slug differs per attempt. Throws 422. */
export function createSlugSource(input: NewLink, domainInfo: LinkDomainInfo, length: number): SlugSource {
  if (input.slug !== undefined) {
    const chosen = requireSlug(input.slug, domainInfo);
    return () => chosen;
  }
  const generated: SlugSource = (attempt) =>
    requireSlug(
      generateSlug((input.slug_length ?? length) + Math.floor(attempt / ATTEMPTS_PER_LENGTH), input.prefix),
      domainInfo,
      input.prefix === undefined ? '/slug_length' : '/prefix',
    );
  // Errors of the prefix are reported before anything is written.
  if (input.prefix !== undefined) generated(0);
  return generated;
}
