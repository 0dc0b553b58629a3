import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { queryClient, useTRPC, useTRPCClient, type Outputs } from '../../../../trpc';
import { CopyId } from '../../../../ui/code/copy';
import { CopyAsCode } from '../../../../ui/code/copy-as-code';
import { DetailList } from '../../../../ui/detail/detail-list';
import { DetailSheet } from '../../../../ui/detail/detail-sheet';
import { formatMoment } from '../../../../ui/format';
import { useCan, useWorkspace } from '../../../../ui/shell/workspace';
import { Loading } from '../../../../ui/states/loading';
import { Content } from '../../../../ui/states/states';
import { Note } from '../../../../ui/tag';
import { toast, toastError } from '../../../../ui/toast/toast';
import { StateTag } from '../../state-tag';
import { RUN_REASONS, RUN_STATUSES, STEP_STATUSES } from '../labels';
import { StepCard } from './step-card';
import { causeOf } from './table';

import '../rules.css';

type Run = Outputs['automation']['rule_runs']['get'];

interface RunSheetProps {
  id: string;
  ids: readonly string[];
  onOpen: (id: string) => void;
  onClose: () => void;
}

export function RunSheet({ id, ids, onOpen, onClose }: RunSheetProps) {
  const trpc = useTRPC();
  const query = useQuery(trpc.automation.rule_runs.get.queryOptions({ run_id: id }));
  return (
    <DetailSheet title="Run" id={id} ids={ids} onOpen={onOpen} onClose={onClose}>
      <Content query={query} what="run" loading={<Loading shape="form" />}>
        {(run) => (
          <div className="automation-stack">
            <div className="page-title">
              <StateTag of={RUN_STATUSES[run.status]} />
              <CopyId id={run.id} />
              <CopyAsCode operation="automation_rule_runs_get" input={{ run_id: run.id }} isSmall />
            </div>
            {run.reason !== null && (
              <Note tone={run.status === 'failed' ? 'error' : 'info'}>
                {RUN_REASONS[run.reason]}
                {run.next_at !== null && ` It goes on ${formatMoment(run.next_at)}.`}
              </Note>
            )}
            <RunFacts of={run} />
            <RunActions of={run} />
            <Steps of={run} />
          </div>
        )}
      </Content>
    </DetailSheet>
  );
}

function RunFacts({ of }: { of: Run }) {
  const { id: ws } = useWorkspace();
  const { trigger } = of;
  return (
    <DetailList>
      <dt>Set off by</dt>
      <dd>
        <span className={trigger.event_type === null ? undefined : 'mono'}>{causeOf(trigger)}</span>
        {trigger.event_id !== null && (
          <>
            {' '}
            <Link to="/w/$ws/o/$id" params={{ ws, id: trigger.event_id }} className="mono">
              {trigger.event_id}
            </Link>
          </>
        )}
      </dd>
      <dt>Made</dt>
      <dd>{formatMoment(of.created_at)}</dd>
      {of.completed_at !== null && (
        <>
          <dt>Ended</dt>
          <dd>{formatMoment(of.completed_at)}</dd>
        </>
      )}
      <dt>Version</dt>
      <dd>{of.rule_version}</dd>
      {of.depth > 1 && (
        <>
          <dt>In line</dt>
          <dd>{of.depth} runs, each set off by the one before</dd>
        </>
      )}
    </DetailList>
  );
}

function RunActions({ of }: { of: Run }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const mayWrite = useCan()('automation.rules:write');
  const input = { run_id: of.id };
  const act = useMutation({
    mutationFn: (verb: 'cancel' | 'retry') => client.automation.rule_runs[verb].mutate(input),
    onSuccess: (_, verb) => toast(verb === 'cancel' ? 'Run canceled' : 'The run goes on at the failed step'),
    onError: (error) => toastError(error, 'The run was not changed'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.automation.rule_runs.pathKey() }),
  });
  if (!mayWrite) return null;
  const isOpen = of.status === 'queued' || of.status === 'waiting';
  if (!isOpen && of.status !== 'failed') return null;
  const verb = isOpen ? 'cancel' : 'retry';
  return (
    <div className="page-actions">
      <Button size="xs" variant="default" loading={act.isPending} onClick={() => act.mutate(verb)}>
        {isOpen ? 'Cancel run' : 'Retry from the failed step'}
      </Button>
      <CopyAsCode operation={`automation_rule_runs_${verb}`} input={input} isSmall />
    </div>
  );
}

function Steps({ of }: { of: Run }) {
  return (
    <ol className="rule-run-steps" aria-label="Steps">
      {of.steps.map((step) => (
        <StepCard key={step.index} of={step} state={STEP_STATUSES[step.status]} />
      ))}
    </ol>
  );
}
