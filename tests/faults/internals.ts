/** What only somebody at the machine may read: stacks, SQL, names of tables and columns, paths, versions, products. */
export const INTERNALS =
  /\bat [\w.<>]+ \(|node_modules|\.ts\b|\/work\/|\/usr\/|\bstack\b|select |insert |update |delete |relation|no such|column|sqlite|postgres|drizzle|\bbun\b|api_keys|api_key_secrets|audit_entries|auth_|ECONN|password/i;
