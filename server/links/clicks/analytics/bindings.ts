import type { ClickSql, ClickValue } from '../store/sql';

export function bindingsFor(sql: ClickSql) {
  const params: ClickValue[] = [];
  const bind = (value: ClickValue): string => `$${params.push(value)}`;
  const bindAll = (values: readonly ClickValue[]): string => values.map(bind).join(', ');
  return {
    params,
    bind,
    bindAll,
    bindId: (id: string) => bind(sql.id(id)),
    bindIds: (ids: readonly string[]) => bindAll(ids.map((id) => sql.id(id))),
    bindTime: (milliseconds: number) => bind(sql.time(milliseconds)),
  };
}
export type Bindings = ReturnType<typeof bindingsFor>;
