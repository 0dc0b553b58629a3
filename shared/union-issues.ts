import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

export const REQUIRED = 'Is required.';

/** Reports the issues of the alternative that the caller most likely meant. */
export function flatIssues(issues: readonly Issue[], base: readonly PropertyKey[] = []): Issue[] {
  return issues.flatMap((issue) => {
    const path = [...base, ...issue.path];
    if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [{ ...issue, path }];
    const branches = issue.errors.map((branch) => flatIssues(branch));
    return ofUnion(branches).map((one) => ({ ...one, path: [...path, ...one.path] }));
  });
}

interface Branch {
  issues: Issue[];
  /** Fields whose value selects another alternative. */
  tags: Issue[];
  foreign: string[];
  missing: string[];
}

function ofUnion(all: Issue[][]): Issue[] {
  const ofKind = all.filter((issues) => !isOtherKind(issues));
  const branches = branchesOf(ofKind.length > 0 ? ofKind : all);
  const tag = wrongTag(branches);
  if (tag) return [tag];

  const [best] = branches.toSorted((a, b) => rankOf(a) - rankOf(b));
  if (!best) return [];
  const choice = missingChoice(branches.filter(({ tags }) => tags.length <= best.tags.length));
  if (choice) return [choice.issue, ...known(best).filter(({ path }) => !choice.fields.has(String(path[0])))];
  return [...known(best), ...best.foreign.map((field) => misplaced(field, best, branches))];
}

/** A value of another type was not meant for this alternative. */
const isOtherKind = (issues: readonly Issue[]): boolean =>
  issues.some(({ code, path }) => code === 'invalid_type' && path.length === 0);

function branchesOf(all: Issue[][]): Branch[] {
  const refused = all.map((issues) =>
    issues.flatMap((issue) => (issue.code === 'unrecognized_keys' && issue.path.length === 0 ? issue.keys : [])),
  );
  const [first = [], ...others] = refused.map((keys) => new Set(keys));
  const unknown = new Set([...first].filter((key) => others.every((keys) => keys.has(key))));
  return all.map((issues, index) => ({
    issues,
    tags: issues.filter((issue) => tagValues(issue) !== undefined && !isMissing(issue)),
    foreign: (refused[index] ?? []).filter((key) => !unknown.has(key)),
    missing: issues.filter((issue) => issue.path.length === 1 && isMissing(issue)).map(({ path }) => String(path[0])),
  }));
}

function tagValues(issue: Issue): readonly unknown[] | undefined {
  if (issue.code === 'invalid_value') {
    return issue.path.length === 1 || issue.values.length === 1 ? issue.values : undefined;
  }
  // A discriminated union reports an unknown tag this way.
  return issue.code === 'invalid_union' && 'options' in issue && Array.isArray(issue.options)
    ? issue.options
    : undefined;
}

const isMissing = ({ message }: Issue): boolean => message === REQUIRED;

/** In order of weight: a wrong tag, a foreign field, an issue of the whole value, a missing field, others. */
const rankOf = ({ issues, tags, foreign, missing }: Branch): number =>
  tags.filter(({ path }) => path.length === 1).length * 1e9 +
  foreign.length * 1e6 +
  tags.filter(({ path }) => path.length > 1).length * 1e4 +
  (issues.some(({ code, path }) => path.length === 0 && code !== 'unrecognized_keys') ? 1e5 : 0) +
  missing.length * 1e3 +
  issues.length;

function wrongTag(branches: Branch[]): Issue | undefined {
  const [first, ...others] = branches.map(({ issues }) =>
    issues.flatMap((issue) => {
      const values = tagValues(issue);
      return values ? [{ issue, values, at: issue.path.map(String).join('/') }] : [];
    }),
  );
  for (const { issue, values, at } of first ?? []) {
    const same = others.flatMap((tags) => tags.find((tag) => tag.at === at) ?? []);
    const all = new Set([...values, ...same.flatMap((tag) => tag.values)]);
    if (same.length < others.length || all.size === values.length) continue;
    const message = `Must be one of: ${[...all].map(String).join(', ')}.`;
    return custom(issue.path, isMissing(issue) ? 'required' : 'invalid_value', isMissing(issue) ? REQUIRED : message);
  }
  return undefined;
}

function missingChoice(branches: Branch[]): { issue: Issue; fields: Set<string> } | undefined {
  const own = branches.map(({ missing }) =>
    missing.filter((field) => branches.some((other) => !other.missing.includes(field))),
  );
  const isOpen = branches.length > 1 && branches.every(({ foreign }) => foreign.length === 0);
  if (!isOpen || own.some((fields) => fields.length === 0)) return undefined;
  const forms = [...new Set(own.map((fields) => fields.map(quoted).join(' with ')))];
  const message = `Must have exactly one of ${listed(forms)}.`;
  return { issue: custom([], 'required', message), fields: new Set(own.flat()) };
}

const known = ({ issues, foreign }: Branch): Issue[] =>
  issues.flatMap((issue) => {
    if (issue.code !== 'unrecognized_keys' || issue.path.length > 0) return [issue];
    const keys = issue.keys.filter((key) => !foreign.includes(key));
    return keys.length > 0 ? [{ ...issue, keys }] : [];
  });

/** Explains which fields the field requires or excludes. */
function misplaced(field: string, best: Branch, branches: Branch[]): Issue {
  const owners = branches.filter(({ foreign }) => !foreign.includes(field));
  const tags = owners.flatMap(({ issues }) =>
    issues.flatMap((issue) => ({ name: issue.path[0], values: tagValues(issue) })),
  );
  const tag = tags.find(({ values }) => values !== undefined);
  if (tag) {
    const values = tags.filter(({ name }) => name === tag.name).flatMap((one) => one.values ?? []);
    const message = `Is only allowed with \`${String(tag.name)}\` ${listed([...new Set(values)].map(quoted), 'or')}.`;
    return custom([field], 'not_allowed', message);
  }
  const beside = [...new Set(owners.flatMap(({ foreign }) => foreign))].filter((key) => !best.foreign.includes(key));
  const message =
    beside.length > 0
      ? `Cannot be given together with ${listed(beside.map(quoted))}. Leave one of them out.`
      : 'Is not allowed here.';
  return custom([field], 'not_allowed', message);
}

const custom = (path: readonly PropertyKey[], code: string, message: string): Issue => ({
  code: 'custom',
  path: [...path],
  message,
  params: { code },
});

const quoted = (name: unknown): string => `\`${String(name).slice(0, 100).toWellFormed()}\``;

const listed = (names: string[], and = 'and'): string =>
  names.length > 1 ? `${names.slice(0, -1).join(', ')} ${and} ${names.at(-1)}` : (names[0] ?? '');
