import type { JsonObject } from '../../json-object';
import { pascal } from './schema-names';

interface Document {
  paths: Record<string, Record<string, JsonObject>>;
  webhooks: Record<string, { post: JsonObject }>;
  components: Record<string, JsonObject>;
}

export function shareParameters({ paths, webhooks, components }: Document): void {
  const entries = [...Object.values(paths), ...Object.values(webhooks)].flatMap((methods) => Object.values(methods));
  const uses = new Map<string, JsonObject[]>();
  for (const entry of entries) {
    for (const parameter of parametersOf(entry)) {
      const text = JSON.stringify(parameter);
      uses.set(text, [...(uses.get(text) ?? []), entry]);
    }
  }

  const names = new Map<string, string>();
  const shared: JsonObject = {};
  for (const [text, users] of [...uses].toSorted((one, other) => rankOf(other) - rankOf(one))) {
    if (users.length < 2) continue;
    const parameter = JSON.parse(text) as JsonObject;
    const name = nameOf(parameter, users, shared);
    names.set(text, name);
    shared[name] = parameter;
  }
  for (const entry of entries) {
    const parameters = parametersOf(entry).map((parameter) => {
      const name = names.get(JSON.stringify(parameter));
      return name === undefined ? parameter : { $ref: `#/components/parameters/${name}` };
    });
    if (parameters.length > 0) entry['parameters'] = parameters;
    else delete entry['parameters'];
  }
  components['parameters'] = Object.fromEntries(
    Object.entries(shared).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
}

/** The most frequent parameter of a name gets it alone; headers get the remaining names. */
const rankOf = ([text, users]: [string, JsonObject[]]): number =>
  users.length - (text.includes('"in":"header"') ? 1e6 : 0);

const parametersOf = (entry: JsonObject): JsonObject[] => (entry['parameters'] ?? []) as JsonObject[];

function nameOf(parameter: JsonObject, [first]: JsonObject[], taken: JsonObject): string {
  const name = pascal(String(parameter['name']));
  const [tag = ''] = (first?.['tags'] ?? []) as string[];
  const header = parameter['in'] === 'header' ? [`${name}Header`] : [];
  const names = [name, ...header, `${pascal(tag)}${name}`, `${pascal(String(first?.['operationId']))}${name}`];
  return names.find((one) => !(one in taken)) ?? `${names[0]}${Object.keys(taken).length}`;
}
