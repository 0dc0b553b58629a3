type Data = Record<string, unknown>;

const textOf = (data: Data, fields: readonly string[]) =>
  fields.map((field) => data[field]).find((value) => typeof value === 'string' && value !== '') as string | undefined;

/** The object of an event: its name, else its id or the id of its parent. */
export function EventObject({ data }: { data: Data }) {
  const name = textOf(data, ['name', 'email']);
  if (name !== undefined) return <span className="activity-object">{name}</span>;
  return <span className="activity-object mono">{textOf(data, ['id', 'instance_id'])}</span>;
}
