import type { FailedTemplate, TemplateContext, Templates } from '../../templates/types';
import type { RuleRow } from './types';

const MAX_KEY = 500;

type RuleKeys = { ok: true; value: { debounceKey?: string; throttleKey?: string } } | FailedTemplate;

/** Without a key, all runs of a rule share one. */
export async function keysOf(
  templates: Templates,
  { workspaceId, config: { debounce, throttle } }: Pick<RuleRow, 'workspaceId' | 'config'>,
  context: () => Promise<TemplateContext>,
): Promise<RuleKeys> {
  if (debounce === null && throttle === null) return { ok: true, value: {} };
  const tree = { debounce: debounce?.key ?? '', throttle: throttle?.key ?? '' };
  const isPlain = tree.debounce === '' && tree.throttle === '';
  const rendered = isPlain
    ? { ok: true as const, value: tree }
    : await templates.render(workspaceId, tree, await context(), { asText: true });
  if (!rendered.ok) return rendered;
  const values = rendered.value as Partial<typeof tree> | null;
  return {
    ok: true,
    value: {
      ...(debounce === null ? {} : { debounceKey: (values?.debounce ?? '').slice(0, MAX_KEY) }),
      ...(throttle === null ? {} : { throttleKey: (values?.throttle ?? '').slice(0, MAX_KEY) }),
    },
  };
}
