import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { queryClient, useTRPC, useTRPCClient, type Outputs } from '../../../../trpc';
import { CopyId } from '../../../../ui/code/copy';
import { CopyAsCode } from '../../../../ui/code/copy-as-code';
import { Detail, DetailList } from '../../../../ui/detail/detail-list';
import { DetailSheet } from '../../../../ui/detail/detail-sheet';
import { formatMoment } from '../../../../ui/format';
import { useCan, useWorkspace } from '../../../../ui/shell/workspace';
import { Loading } from '../../../../ui/states/loading';
import { Content } from '../../../../ui/states/states';
import { Note } from '../../../../ui/tag';
import { toast, toastError } from '../../../../ui/toast/toast';
import { StateTag } from '../../state-tag';
import { RUN_STATUSES, runReason, STEP_STATUSES } from '../labels';
import { t } from '../texts';
import { StepCard } from './step-card';
import { Cause } from './table';

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
    <DetailSheet title={t('run')} id={id} ids={ids} onOpen={onOpen} onClose={onClose}>
      <Content query={query} what={t('runNoun')} loading={<Loading shape="form" />}>
        {(run) => (
          <div className="automation-stack">
            <div className="page-title">
              <StateTag of={RUN_STATUSES[run.status]} />
              <CopyId id={run.id} />
              <CopyAsCode operation="automation_rule_runs_get" input={{ run_id: run.id }} />
            </div>
            {run.reason !== null && (
              <Note tone={run.status === 'failed' ? 'error' : 'info'}>
                {runReason(run.reason)}
                {run.next_at !== null && ` ${t('resumes', { time: formatMoment(run.next_at) })}`}
              </Note>
            )}
            <RunDetails of={run} />
            <RunActions of={run} />
            <ol className="rule-run-steps" aria-label={t('steps')}>
              {run.steps.map((step) => (
                <StepCard key={step.index} of={step} state={STEP_STATUSES[step.status]} />
              ))}
            </ol>
          </div>
        )}
      </Content>
    </DetailSheet>
  );
}

function RunDetails({ of }: { of: Run }) {
  const { id: ws } = useWorkspace();
  const { trigger } = of;
  return (
    <DetailList>
      <Detail name={t('triggeredBy')}>
        <Cause of={trigger} />
        {trigger.event_id !== null && (
          <>
            {' '}
            <Link to="/w/$ws/o/$id" params={{ ws, id: trigger.event_id }} className="mono">
              {trigger.event_id}
            </Link>
          </>
        )}
      </Detail>
      <Detail name={t('started')}>{formatMoment(of.created_at)}</Detail>
      {of.completed_at !== null && <Detail name={t('ended')}>{formatMoment(of.completed_at)}</Detail>}
      <Detail name={t('version')}>{of.rule_version}</Detail>
      {of.depth > 1 && <Detail name={t('chain')}>{t('chainOf', { count: of.depth })}</Detail>}
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
    onSuccess: (_, verb) => toast(t(verb === 'cancel' ? 'runCanceled' : 'runResumed')),
    onError: (error) => toastError(error, t('runNotChanged')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.automation.rule_runs.pathKey() }),
  });
  if (!mayWrite) return null;
  const isOpen = of.status === 'queued' || of.status === 'waiting';
  if (!isOpen && of.status !== 'failed') return null;
  const verb = isOpen ? 'cancel' : 'retry';
  return (
    <div className="page-actions">
      <Button size="xs" variant="default" loading={act.isPending} onClick={() => act.mutate(verb)}>
        {t(isOpen ? 'cancelRun' : 'retryRun')}
      </Button>
      <CopyAsCode operation={`automation_rule_runs_${verb}`} input={input} />
    </div>
  );
}
