import { Button, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';

import { ConditionFields } from './condition-fields';
import type { LinkForm } from './link-form';
import { newCondition, type RuleDraft } from './rule-draft';
import { t } from './texts';

import '../links.css';
import './fields.css';

const MAX_RULES = 20;
const MAX_CONDITIONS = 10;

export function RulesField({ form }: { form: LinkForm }) {
  const rules = form.values.targeting;
  const put = (next: RuleDraft[]) => form.setFieldValue('targeting', next);
  const set = (at: number, change: Partial<RuleDraft>) =>
    put(rules.map((rule, index) => (index === at ? { ...rule, ...change } : rule)));
  return (
    <div className="links-rules">
      {rules.map((rule, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a rule is its place
        <fieldset key={at} className="links-rule">
          <legend>{t('rule', { n: at + 1 })}</legend>
          {rule.conditions.map((condition, place) => (
            <ConditionFields
              // oxlint-disable-next-line react/no-array-index-key -- a condition is its place
              key={place}
              value={condition}
              isFirst={place === 0}
              name={t('conditionOf', { n: place + 1, rule: at + 1 })}
              error={faultOf(form, `targeting.${at}.conditions.${place}`)}
              onChange={(next) =>
                set(at, { conditions: rule.conditions.map((one, index) => (index === place ? next : one)) })
              }
              onRemove={() => set(at, { conditions: rule.conditions.filter((_, index) => index !== place) })}
            />
          ))}
          {form.errors[`targeting.${at}.conditions`] && (
            <div className="links-fault">{form.errors[`targeting.${at}.conditions`]}</div>
          )}
          <div className="links-rule-actions">
            {rule.conditions.length < MAX_CONDITIONS && (
              <Button
                size="compact-xs"
                variant="subtle"
                leftSection={<IconPlus size={14} aria-hidden />}
                onClick={() => set(at, { conditions: [...rule.conditions, newCondition('country')] })}
              >
                {t('addCondition')}
              </Button>
            )}
            <Button
              size="compact-xs"
              variant="subtle"
              color="red"
              aria-label={t('removeRuleN', { n: at + 1 })}
              onClick={() => put(rules.filter((_, index) => index !== at))}
            >
              {t('removeRule')}
            </Button>
          </div>
          <div className="links-pair links-rule-end">
            <TextInput
              size="xs"
              label={t('thenTo')}
              placeholder="https://m.example.com/"
              spellCheck={false}
              value={rule.url}
              error={form.errors[`targeting.${at}.url`]}
              onChange={(event) => set(at, { url: event.currentTarget.value })}
            />
            <TextInput
              size="xs"
              label={t('ruleName')}
              placeholder="mobile"
              spellCheck={false}
              maxLength={32}
              value={rule.key}
              error={form.errors[`targeting.${at}.key`]}
              onChange={(event) => set(at, { key: event.currentTarget.value })}
            />
          </div>
        </fieldset>
      ))}
      {rules.length < MAX_RULES && (
        <div>
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() =>
              put([...rules, { key: `rule-${rules.length + 1}`, url: '', conditions: [newCondition('country')] }])
            }
          >
            {t('addRule')}
          </Button>
        </div>
      )}
    </div>
  );
}

function faultOf(form: LinkForm, place: string): string | undefined {
  const found = Object.entries(form.errors).find(([name]) => name === place || name.startsWith(`${place}.`));
  return typeof found?.[1] === 'string' ? found[1] : undefined;
}
