import { defined } from '../../../defined';
import { isJsonObject, type JsonObject, asObject, asObjects } from '../../../json-object';
import { textOf } from './json';

const NAME_PARTS: Record<string, string> = {
  formatted: 'formatted_name',
  first: 'first_name',
  last: 'last_name',
  middle: 'middle_name',
  prefix: 'prefix',
  suffix: 'suffix',
};

export function contactOf(card: JsonObject): JsonObject {
  const given = asObject(card['name']);
  const name = Object.fromEntries(
    Object.entries(NAME_PARTS).flatMap(([ours, theirs]) => (given[ours] === undefined ? [] : [[theirs, given[ours]]])),
  );
  // Meta requires a name part beside the full name.
  const isBare = Object.keys(name).length === 1;
  return { ...card, name: isBare ? { ...name, first_name: name['formatted_name'] } : name };
}

const text = (record: JsonObject, name: string): string | undefined => textOf(record[name]);

const some = (value: unknown, names: readonly string[]): JsonObject[] | undefined => {
  const list = asObjects(value).map((record) =>
    defined(Object.fromEntries(names.map((name) => [name, text(record, name)]))),
  );
  return list.length === 0 ? undefined : list;
};

export function cardOf(theirs: JsonObject): JsonObject {
  const given = asObject(theirs['name']);
  const name = defined(Object.fromEntries(Object.entries(NAME_PARTS).map(([ours, meta]) => [ours, text(given, meta)])));
  const org = asObject(theirs['org']);
  return defined({
    name: { ...name, formatted: name['formatted'] ?? name['first'] ?? '' },
    phones: some(theirs['phones'], ['phone', 'type', 'wa_id']),
    emails: some(theirs['emails'], ['email', 'type']),
    urls: some(theirs['urls'], ['url', 'type']),
    addresses: some(theirs['addresses'], ['street', 'city', 'state', 'zip', 'country', 'country_code', 'type']),
    org: isJsonObject(theirs['org'])
      ? defined({ company: text(org, 'company'), department: text(org, 'department'), title: text(org, 'title') })
      : undefined,
    birthday: text(theirs, 'birthday'),
  });
}
