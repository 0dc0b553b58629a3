/** The part of `change` that differs from the row. A database may reorder the keys of an object. */
export const changedColumns = <Row extends object>(row: Row, change: Partial<Row>): Partial<Row> =>
  Object.fromEntries(
    Object.entries(change).filter(([name, value]) => !Bun.deepEquals(value, row[name as keyof Row])),
  ) as Partial<Row>;

export const pick = <T extends object, Name extends keyof T>(object: T, names: readonly Name[]): Pick<T, Name> =>
  Object.fromEntries(names.map((name) => [name, object[name]])) as Pick<T, Name>;
