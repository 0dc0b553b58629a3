import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, type ReactNode } from 'react';

import { queryClient, useTRPC } from '../../../trpc';
import { CopyId } from '../../../ui/code/copy';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { Detail, DetailList } from '../../../ui/detail/detail-list';
import { isApex } from '../../../ui/icons/host';
import { MoreMenu } from '../../../ui/menu/lazy-more-menu';
import { Card } from '../../../ui/page';
import { useCan, useWorkspace } from '../../../ui/shell/workspace';
import { Note, Status, Tag, type Tone } from '../../../ui/tag';
import { toast, toastError } from '../../../ui/toast/toast';
import { shortOf, type Domain } from '../labels';
import { DnsRecords } from './dns-records';
import { t } from './texts';

import './domains.css';

const STATES = {
  pending: { tone: 'warning', word: () => t('pending') },
  active: { tone: 'success', word: () => t('active') },
  failing: { tone: 'error', word: () => t('failing') },
  disabled: { tone: 'neutral', word: () => t('disabled') },
} satisfies Record<Domain['status'], { tone: Tone; word: () => string }>;

interface DomainCardProps {
  of: Domain;
  isShown: boolean;
  onEdit?: () => void;
  onDelete?: () => void;
}

export function DomainCard({ of, isShown, onEdit, onDelete }: DomainCardProps) {
  const { id: ws } = useWorkspace();
  const mayWrite = useCan()('links.domains:write');
  const place = useRef<HTMLDivElement>(null);
  const { tone, word } = STATES[of.disabled ? 'disabled' : of.status];
  useEffect(() => {
    // In braces: newer browsers return a promise, which React would take for a clean-up function.
    if (isShown) {
      place.current?.scrollIntoView({ block: 'nearest' });
    }
  }, [isShown]);
  const leads = [
    { name: t('root'), url: of.root_url, none: t('page404') },
    { name: t('unknownSlugs'), url: of.not_found_url, none: t('page404') },
    { name: t('expiredLinks'), url: of.expired_url, none: t('page410') },
  ];

  return (
    <div ref={place} className="domains-card" data-shown={isShown || undefined}>
      <Card
        title={of.hostname}
        aside={
          <>
            <Status tone={tone} isUsual={!of.disabled && of.status === 'active'}>
              {word()}
            </Status>
            {of.shared && <Tag>{t('shared')}</Tag>}
            {of.is_default && <Tag tone="info">{t('default')}</Tag>}
          </>
        }
        actions={
          onEdit &&
          onDelete && (
            <>
              <MoreMenu
                label={t('actionsOf', { host: of.hostname })}
                actions={[{ label: t('deleteDomain'), icon: IconTrash, isDangerous: true, onClick: onDelete }]}
              />
              <Button size="xs" variant="default" onClick={onEdit}>
                {t('edit')}
              </Button>
            </>
          )
        }
      >
        {of.status === 'pending' && of.verification && (
          <Proof of={of} verification={of.verification} mayWrite={mayWrite} />
        )}
        {of.warnings.map((warning) => (
          <Note key={warning} tone="warning">
            {warning}
          </Note>
        ))}
        <DetailList>
          <dt>{t('links')}</dt>
          <dd>
            <Link to="/w/$ws/links" params={{ ws }} search={{ domain: of.id }}>
              {t('linksCount', { count: of.links_count })}
            </Link>
          </dd>
          {!of.shared &&
            leads.map(({ name, url, none }) => (
              <Detail key={name} name={name}>
                {url === null ? <span className="dimmed">{none}</span> : shortOf(url)}
              </Detail>
            ))}
          {!of.shared && (
            <>
              <dt>{t('redirects')}</dt>
              <dd>
                {of.default_redirect_status}
                {of.case_sensitive && <span className="dimmed"> {t('caseSensitive')}</span>}
              </dd>
            </>
          )}
          <dt>{t('id')}</dt>
          <dd>
            <CopyId id={of.id} />
          </dd>
        </DetailList>
      </Card>
    </div>
  );
}

interface ProofProps {
  of: Domain;
  verification: NonNullable<Domain['verification']>;
  mayWrite: boolean;
}

const bold = (part: ReactNode) => <strong>{part}</strong>;
const mono = (part: ReactNode) => <span className="mono">{part}</span>;

function Proof({ of, verification, mayWrite }: ProofProps) {
  const trpc = useTRPC();
  const input = { domain_id: of.id };
  const verify = useMutation(
    trpc.links.domains.verify.mutationOptions({
      onSuccess: ({ status, hostname }) => {
        if (status === 'active') toast(t('isActive', { host: hostname }));
      },
      onError: (error) => toastError(error, t('notChecked')),
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.links.domains.pathKey() }),
    }),
  );
  const fault = verify.data?.last_error ?? of.last_error;
  const routing = verification.records.find(({ type }) => type !== 'TXT');
  return (
    <div className="domains-proof">
      <p>
        {routing
          ? t.rich('recordsHelp', { b: bold, host: of.hostname, type: routing.type })
          : t.rich('ownRecordHelp', { b: bold, host: of.hostname })}
      </p>
      <DnsRecords records={verification.records} />
      {routing?.type === 'CNAME' && isApex(routing.name) && (
        <Note tone="warning">{t.rich('apexHelp', { b: bold, host: routing.name })}</Note>
      )}
      {!routing && <Note tone="warning">{t.rich('localAddress', { c: mono })}</Note>}
      <p className="dimmed links-small">
        {t.rich('httpHelp', {
          b: mono,
          url: `http://${of.hostname}${verification.path}`,
        })}
      </p>
      {fault && (
        <Note tone="warning" alert={verify.isSuccess}>
          {fault}
        </Note>
      )}
      {mayWrite && (
        <div className="links-buttons">
          <Button size="xs" loading={verify.isPending} onClick={() => verify.mutate(input)}>
            {t('check')}
          </Button>
          <CopyAsCode operation="links_domains_verify" input={input} />
        </div>
      )}
    </div>
  );
}
