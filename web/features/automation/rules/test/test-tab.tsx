import { NativeSelect, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { useTRPC, useTRPCClient, type Outputs } from '../../../../trpc';
import { CopyAsCode } from '../../../../ui/code/copy-as-code';
import { formatMoment } from '../../../../ui/format';
import { Card } from '../../../../ui/page';
import { useCan } from '../../../../ui/shell/workspace';
import { Loading } from '../../../../ui/states/loading';
import { Content } from '../../../../ui/states/states';
import { Note, Tag } from '../../../../ui/tag';
import { objectIn } from '../json-text';
import { StepValues } from '../runs/step-values';
import { ACTIONS, type Rule } from '../words';

import '../../endpoints/endpoints.css';
import '../rules.css';

type Tested = Outputs['automation']['rules']['test'];

const MOST_EVENTS = 20;
const WOULD = {
  run: { label: 'Would run', tone: 'success' },
  ignore: { label: 'The trigger does not take this event', tone: 'neutral' },
  filter: { label: 'A condition does not hold', tone: 'neutral' },
  fail: { label: 'Would fail', tone: 'error' },
} as const;
const STEPS = {
  would_run: { label: 'Would run', tone: 'success' },
  skipped: { label: 'Would be skipped', tone: 'neutral' },
  failed: { label: 'Would fail', tone: 'error' },
} as const;

/** What the rule would do with an event that came, or with an input; nothing is sent and nothing is written. */
export function TestTab({ of }: { of: Rule }) {
  const client = useTRPCClient();
  const trpc = useTRPC();
  const events = usePastEvents(of);
  const [chosen, setChosen] = useState<string>();
  const [typed, setTyped] = useState('');
  const isEvent = of.trigger.type === 'event';
  const eventId = chosen ?? events[0]?.id;
  const input = objectIn(typed);
  const asked = {
    rule_id: of.id,
    ...(isEvent ? (eventId === undefined ? {} : { event_id: eventId }) : { input: input ?? {} }),
  };
  const query = useQuery({
    queryKey: [...trpc.automation.rules.test.mutationKey(), asked, of.version],
    enabled: isEvent || input !== undefined,
    gcTime: 0,
    retry: false,
    queryFn: () => client.automation.rules.test.mutate(asked),
  });
  return (
    <div className="automation-columns">
      <Card title="Dry run" actions={<CopyAsCode operation="automation_rules_test" input={asked} />}>
        <div className="automation-stack">
          <Content query={query} loading={<Loading rows={4} />}>
            {(tested) => <Outcome of={tested} />}
          </Content>
        </div>
      </Card>
      <Card title={isEvent ? 'Event' : 'Input'}>
        {isEvent ? (
          <>
            <NativeSelect
              aria-label="Event"
              data={[
                ...events.map(({ id, type, created_at: at }) => ({
                  value: id,
                  label: `${type} · ${formatMoment(at)}`,
                })),
                ...(events.length === 0 ? [{ value: '', label: 'An example' }] : []),
              ]}
              value={eventId ?? ''}
              onChange={(event) => setChosen(event.currentTarget.value === '' ? undefined : event.currentTarget.value)}
            />
            {events.length === 0 && (
              <p className="dimmed">None of its events came yet: it is tried on the example of the catalogue.</p>
            )}
          </>
        ) : (
          <Textarea
            label="Input"
            className="mono-input"
            placeholder={'{ "order": "42" }'}
            autosize
            minRows={3}
            maxRows={16}
            spellCheck={false}
            value={typed}
            error={input === undefined ? 'Must be a JSON object.' : undefined}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
      </Card>
    </div>
  );
}

/** The newest events of the log that could set it off. */
function usePastEvents({ trigger }: Rule) {
  const trpc = useTRPC();
  const can = useCan();
  const types = trigger.type === 'event' ? trigger.events : [];
  const { data } = useQuery(
    trpc.events.list.queryOptions(
      { type: types, limit: MOST_EVENTS, sort: '-created_at' },
      { enabled: types.length > 0 && can('events:read') },
    ),
  );
  return data?.data ?? [];
}

function Outcome({ of }: { of: Tested }) {
  const { label, tone } = WOULD[of.would];
  return (
    <>
      <p aria-live="polite">
        <Tag tone={tone} dot>
          {label}
        </Tag>
      </p>
      {of.filter_error !== null && <Note tone="error">{of.filter_error.message}</Note>}
      <ol className="rule-run-steps" aria-label="Steps">
        {of.steps.map((step) => (
          <li key={step.index} className="card">
            <div className="page-title">
              <h3 style={{ margin: 0 }}>
                {step.index + 1}. {ACTIONS[step.type].done}
              </h3>
              <Tag tone={STEPS[step.status].tone} dot>
                {STEPS[step.status].label}
              </Tag>
            </div>
            {step.error !== null && <Note tone="error">{step.error.message}</Note>}
            <StepValues input={step.input} output={step.output} />
          </li>
        ))}
      </ol>
    </>
  );
}
