type Data = Record<string, unknown>;

const textOf = (data: Data, fields: readonly string[]) =>
  fields.map((field) => data[field]).find((value) => typeof value === 'string' && value !== '') as string | undefined;

/** What an event is about, in a word: the name of its object, or the id of it or of what it belongs to. */
export function EventObject({ data }: { data: Data }) {
  const name = textOf(data, ['name', 'email']);
  if (name !== undefined) return <span className="activity-object">{name}</span>;
  return <span className="activity-object mono">{textOf(data, ['id', 'instance_id'])}</span>;
}
