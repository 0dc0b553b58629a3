import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';

import { useTRPC, useTRPCClient, type Inputs } from '../../../../trpc';
import { CopyAsCode } from '../../../../ui/code/copy-as-code';
import { TextArea } from '../../../../ui/form/text-area';
import { Card } from '../../../../ui/page';
import { Loading } from '../../../../ui/states/loading';
import { Content } from '../../../../ui/states/states';
import { objectIn } from '../json-text';
import type { Rule } from '../labels';
import { t } from '../texts';
import { EventSelect } from './event-select';
import { TestResult } from './test-result';
import { useTestEvents, useTestSample } from './use-test-events';

import '../../endpoints/endpoints.css';
import '../rules.css';

export function TestTab({ of }: { of: Rule }) {
  const { trigger } = of;
  if (trigger.type === 'event') return <EventTest of={of} patterns={trigger.events} />;
  if (trigger.type === 'manual') return <InputTest of={of} />;
  return (
    <Test of={of} on={{}} title={t('schedule')}>
      <div>{t('scheduleHelp')}</div>
    </Test>
  );
}

function EventTest({ of, patterns }: { of: Rule; patterns: readonly string[] }) {
  const events = useTestEvents(patterns);
  const [chosen, setChosen] = useState<string>();
  const value = events?.find((one) => one.value === chosen) ?? events?.[0];
  return (
    <Test of={of} on={useTestSample(value)?.on} title={t('event')}>
      <EventSelect events={events} value={value} onChange={setChosen} />
    </Test>
  );
}

function InputTest({ of }: { of: Rule }) {
  const [typed, setTyped] = useState('');
  const input = objectIn(typed);
  return (
    <Test of={of} on={input && { input }} title={t('input')}>
      <TextArea
        aria-label={t('input')}
        description={t('inputHelp')}
        className="mono-input"
        placeholder={'{ "order": "42" }'}
        minRows={3}
        maxRows={16}
        spellCheck={false}
        value={typed}
        error={input === undefined ? t('notAnObject') : undefined}
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
      <Card title={t('test')} actions={<CopyAsCode operation="automation_rules_test" input={input} />}>
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
