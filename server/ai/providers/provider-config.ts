import { readFileSync } from 'node:fs';

import { z } from 'zod';

import { AiProviderConfig } from '../../../shared/ai/models';

/** Contains the key itself. Never log or serialise it. */
export type ResolvedProviderConfig = Omit<AiProviderConfig, 'api_key_env'>;

type Lookup = (name: string) => string | undefined;

const MAX_PROVIDERS = 50;
/** Bun’s own limit of concurrent requests of a process; further ones wait, discovery included. */
const REQUESTS_SETTING = 'BUN_CONFIG_MAX_HTTP_REQUESTS';
const DEFAULT_REQUESTS = 256;
/** Reserved for requests that are not calls of a model. */
const OTHER_REQUESTS = 56;

/** Throws one error that names every invalid field, but no value, since values may be keys. */
export function readProviders(setting: string | undefined, variable: Lookup): ResolvedProviderConfig[] {
  const text = setting?.trim() ?? '';
  if (text === '') return [];
  if (/^[[{]/.test(text)) return parseProviders(text, variable, 'AI_PROVIDERS');
  return parseProviders(readFile(text), variable, `AI_PROVIDERS (${text})`);
}

export function parseProviders(json: string, variable: Lookup, source: string): ResolvedProviderConfig[] {
  const parsed = z.array(AiProviderConfig).max(MAX_PROVIDERS).safeParse(parseJson(json, source));
  if (!parsed.success) {
    throw invalid(
      source,
      parsed.error.issues.map((issue) => [issue.path, issue.message]),
    );
  }

  const issues = issuesBetween(parsed.data, maxConcurrency(variable));
  const resolved = parsed.data.map(({ api_key_env: name, ...config }, index) => {
    if (name === undefined || !config.enabled) return config;
    const key = variable(name)?.trim() ?? '';
    if (key === '') issues.push([[index, 'api_key_env'], `The variable ${name} is not set.`]);
    else if (!/^[\x21-\x7e]{1,4096}$/.test(key)) {
      issues.push([[index, 'api_key_env'], `The variable ${name} must contain printable ASCII without spaces.`]);
    }
    return { ...config, api_key: key };
  });

  if (issues.length > 0) throw invalid(source, issues);
  return resolved;
}

type Issue = [path: PropertyKey[], message: string];

function maxConcurrency(variable: Lookup): number {
  const set = Number(variable(REQUESTS_SETTING));
  return (Number.isInteger(set) && set > DEFAULT_REQUESTS ? set : DEFAULT_REQUESTS) - OTHER_REQUESTS;
}

function issuesBetween(configs: AiProviderConfig[], max: number): Issue[] {
  const issues: Issue[] = [];
  const slugs = new Set<string>();
  let concurrency = 0;

  configs.forEach((config, index) => {
    if (slugs.has(config.slug)) issues.push([[index, 'slug'], 'Another provider in this list has the same slug.']);
    slugs.add(config.slug);

    if (!config.enabled) return;
    concurrency += config.max_concurrency;
    if (concurrency > max && concurrency - config.max_concurrency <= max) {
      issues.push([
        [index, 'max_concurrency'],
        `The sum over all providers must be at most ${max}, ${OTHER_REQUESTS} less than ${REQUESTS_SETTING}.`,
      ]);
    }
  });
  return issues;
}

function invalid(source: string, issues: Issue[]): Error {
  const lines = issues.map(([path, message]) => `  ${z.core.toDotPath(path) || '(top)'}: ${message}`);
  return new Error(`${source} is not valid:\n${lines.join('\n')}`);
}

/** The parser’s own message would quote the text, which may be a key. */
function parseJson(json: string, source: string): unknown {
  try {
    return JSON.parse(json.replace(/^\uFEFF/, '')) as unknown;
  } catch {
    throw new Error(`${source} is not valid:\n  (top): It is not valid JSON.`);
  }
}

function readFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // Text that does not look like a path may be a misplaced key.
    const named = /[/\\]|\.json$/i.test(path) ? `: ${path}` : '.';
    throw new Error(`AI_PROVIDERS is not valid:\n  (top): It is neither JSON nor a readable file${named}`);
  }
}
