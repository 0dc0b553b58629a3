import { useState, type ReactNode } from 'react';

import { CodeBlock } from '../../../../ui/code/code-block';
import { TextArea } from '../../../../ui/form/text-area';
import { Card } from '../../../../ui/page';
import { errorText } from '../../../../ui/problem';
import { Note } from '../../../../ui/tag';
import { fieldsOf } from '../../conditions/field-options';
import { objectIn } from '../json-text';
import { EventSelect } from '../test/event-select';
import { TestResult } from '../test/test-result';
import { useTestEvents, useTestSample, type TestEvent } from '../test/use-test-events';
import { t as rule } from '../texts';
import type { RuleForm } from './rule-form';
import { RuleSampleContext } from './sample-context';
import { t } from './texts';
import { useRulePreview, type PreviewSample } from './use-preview';

import './builder.css';

interface RuleBuilderProps {
  form: RuleForm;
  /** The form. */
  children: ReactNode;
}

/** The form of a rule beside what the rule would do with a sample. */
export function RuleBuilder({ form, children }: RuleBuilderProps) {
  const { trigger, events: patterns, actions } = form.values;
  const events = useTestEvents(trigger === 'event' ? patterns : []);
  const [chosen, setChosen] = useState<string>();
  const [typed, setTyped] = useState('');
  const event = events?.find(({ value }) => value === chosen) ?? events?.[0];
  const logged = useTestSample(trigger === 'event' ? event : undefined);
  const input = objectIn(typed);
  const sample: PreviewSample | undefined = { event: logged?.on, manual: input && { input }, schedule: {} }[trigger];
  const { isComplete, error, tested, faults } = useRulePreview(form.values, sample);
  const roots = { event: { event: logged?.event }, manual: { input }, schedule: TIMES }[trigger];
  const fields = Object.entries({ ...roots, ...ALWAYS }).flatMap(([root, value]) => fieldsOf(root, value));

  return (
    <RuleSampleContext value={{ fields, actions, tested, faults }}>
      <div className="rule-builder">
        <div className="form-narrow">{children}</div>
        <section className="rule-tester" aria-label={t('test')}>
          <Card title={t('test')}>
            <div className="automation-stack">
              <div className="dimmed">{trigger === 'schedule' ? rule('scheduleHelp') : t('testHelp')}</div>
              {trigger === 'event' && events && events.length > 0 && (
                <SampleEvent events={events} value={event} json={logged?.event} onChange={setChosen} />
              )}
              {trigger === 'manual' && (
                <TextArea
                  label={rule('input')}
                  description={rule('inputHelp')}
                  className="mono-input"
                  placeholder={'{ "order": "42" }'}
                  minRows={2}
                  maxRows={12}
                  spellCheck={false}
                  value={typed}
                  error={input === undefined ? rule('notAnObject') : undefined}
                  onChange={(change) => setTyped(change.currentTarget.value)}
                />
              )}
              {error !== null && <Note tone="error">{errorText(error)}</Note>}
              {!isComplete && <div className="dimmed">{t('completeFirst')}</div>}
              {[...new Set(Object.values(faults))].map((fault) => (
                <Note key={fault} tone="error">
                  {fault}
                </Note>
              ))}
              {tested && <TestResult of={tested} />}
            </div>
          </Card>
        </section>
      </div>
    </RuleSampleContext>
  );
}

/** Roots of the templates of every rule, with values of their kind. */
const ALWAYS = { workspace: { name: '' }, rule: { name: '' } };
const TIMES = { trigger: { scheduled_for: '2026-12-01T09:00:00.000Z' } };

interface SampleEventProps {
  events: readonly TestEvent[];
  value: TestEvent | undefined;
  json: object | undefined;
  onChange: (value: string) => void;
}

function SampleEvent({ events, value, json, onChange }: SampleEventProps) {
  return (
    <>
      <EventSelect events={events} value={value} onChange={onChange} />
      {json && (
        <details className="rule-data">
          <summary>{t('viewEvent')}</summary>
          <CodeBlock code={JSON.stringify(json, null, 2)} language="json" label={t('eventJson')} />
        </details>
      )}
    </>
  );
}
