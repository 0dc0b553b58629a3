import type { Person } from './person';

/** What somebody shows to others, and whom they do not want to hear from. */
export interface Profile {
  about: string;
  /** As it was uploaded. */
  picture: Buffer | null;
  /** Nobody sees the picture and the text. */
  isHidden: boolean;
  readonly blocked: Set<Person>;
  /** Spellings of the number that WhatsApp also takes for it, as in Brazil without the ninth digit. */
  readonly otherNumbers: Set<string>;
}

const profiles = new WeakMap<Person, Profile>();

export function profileOf(person: Person): Profile {
  const known = profiles.get(person);
  if (known !== undefined) return known;
  const profile = {
    about: '',
    picture: null,
    isHidden: false,
    blocked: new Set<Person>(),
    otherNumbers: new Set<string>(),
  };
  profiles.set(person, profile);
  return profile;
}

/** Undefined without a picture. */
export const pictureUrlOf = (person: Person): string | undefined =>
  profileOf(person).picture === null ? undefined : `https://pps.whatsapp.net/${person.phone}.jpg`;
