import { NativeSelect, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';

import { useTRPC, useTRPCClient, type Inputs } from '../../../../trpc';
import { CopyAsCode } from '../../../../ui/code/copy-as-code';
import { Card } from '../../../../ui/page';
import { Loading } from '../../../../ui/states/loading';
import { Content } from '../../../../ui/states/states';
import { objectIn } from '../json-text';
import type { Rule } from '../labels';
import { TestResult } from './test-result';
import { useTestEvents, useTestInput } from './use-test-events';

import '../../endpoints/endpoints.css';
import '../rules.css';

export function TestTab({ of }: { of: Rule }) {
  const { trigger } = of;
  if (trigger.type === 'event') return <EventTest of={of} patterns={trigger.events} />;
  if (trigger.type === 'manual') return <InputTest of={of} />;
  return (
    <Test of={of} on={{}} title="Time">
      <div>It is tried as if its next time had come.</div>
    </Test>
  );
}

function EventTest({ of, patterns }: { of: Rule; patterns: readonly string[] }) {
  const events = useTestEvents(patterns);
  const [chosen, setChosen] = useState<string>();
  const value = chosen ?? events?.[0]?.value;
  const on = useTestInput(value);
  return (
    <Test of={of} on={on} title="Event">
      <NativeSelect
        aria-label="Event"
        data={events ?? []}
        value={value ?? ''}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
      {value !== undefined && !value.startsWith('evt_') && (
        <div className="dimmed">
          {chosen === undefined && 'None of its events came yet. '}An example is made up: its chats and people do not
          exist.
        </div>
      )}
    </Test>
  );
}

function InputTest({ of }: { of: Rule }) {
  const [typed, setTyped] = useState('');
  const input = objectIn(typed);
  return (
    <Test of={of} on={input && { input }} title="Input">
      <Textarea
        aria-label="Input"
        description="A JSON object; steps read it as input."
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
    </Test>
  );
}

interface TestProps {
  of: Rule;
  on: Omit<Inputs['automation']['rules']['test'], 'rule_id'> | undefined;
  title: string;
  children: ReactNode;
}

function Test({ of, on, title, children }: TestProps) {
  const client = useTRPCClient();
  const trpc = useTRPC();
  const input = { rule_id: of.id, ...on };
  const query = useQuery({
    queryKey: [...trpc.automation.rules.test.mutationKey(), input, of.version],
    enabled: on !== undefined,
    gcTime: 0,
    retry: false,
    queryFn: () => client.automation.rules.test.mutate(input),
  });
  return (
    <div className="automation-columns">
      <Card title="Dry run" actions={<CopyAsCode operation="automation_rules_test" input={input} />}>
        <Content query={query} loading={<Loading rows={4} />}>
          {(tested) => <TestResult of={tested} />}
        </Content>
      </Card>
      <Card title={title}>
        <div className="automation-stack">{children}</div>
      </Card>
    </div>
  );
}
