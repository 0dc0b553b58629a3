import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

import { queryClient, useTRPC } from '../../../trpc';
import { CopyId } from '../../../ui/code/copy';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { Detail, DetailList } from '../../../ui/detail/detail-list';
import { formatCount } from '../../../ui/format';
import { Card } from '../../../ui/page';
import { useCan, useWorkspace } from '../../../ui/shell/workspace';
import { Note, Tag, type Tone } from '../../../ui/tag';
import { toast, toastError } from '../../../ui/toast/toast';
import { shortOf, type Domain } from '../labels';
import { DnsRecords } from './dns-records';

import './domains.css';

const STATES = {
  pending: { tone: 'warning', word: 'Not proven yet' },
  active: { tone: 'success', word: 'Active' },
  failing: { tone: 'error', word: 'Failing' },
  disabled: { tone: 'neutral', word: 'Disabled' },
} satisfies Record<Domain['status'], { tone: Tone; word: string }>;

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
    { name: 'Its bare address', url: of.root_url, none: 'a 404 page' },
    { name: 'Unknown slugs', url: of.not_found_url, none: 'a 404 page' },
    { name: 'Expired links', url: of.expired_url, none: 'a 410 page' },
  ];

  return (
    <div ref={place} className="domains-card" data-shown={isShown || undefined}>
      <Card
        title={of.hostname}
        aside={
          <>
            <Tag tone={tone} dot>
              {word}
            </Tag>
            {of.shared && <Tag>Shared by all workspaces</Tag>}
            {of.is_default && <Tag tone="info">Default</Tag>}
          </>
        }
        actions={
          onEdit &&
          onDelete && (
            <>
              <Button size="xs" variant="default" onClick={onEdit}>
                Change
              </Button>
              <Button size="xs" variant="outline" color="red" onClick={onDelete}>
                Delete
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
          <dt>Links</dt>
          <dd>
            <Link to="/w/$ws/links" params={{ ws }} search={{ domain: of.id }}>
              {formatCount(of.links_count, 'link')}
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
              <dt>Redirects</dt>
              <dd>
                {of.default_redirect_status}
                {of.case_sensitive && <span className="dimmed"> · upper and lower case differ</span>}
              </dd>
            </>
          )}
          <dt>Id</dt>
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

function Proof({ of, verification, mayWrite }: ProofProps) {
  const trpc = useTRPC();
  const input = { domain_id: of.id };
  const verify = useMutation(
    trpc.links.domains.verify.mutationOptions({
      onSuccess: ({ status, hostname }) => {
        if (status === 'active') toast(`${hostname} is active`);
      },
      onError: (error) => toastError(error, 'The domain was not checked'),
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.links.domains.pathKey() }),
    }),
  );
  const fault = verify.data?.last_error ?? of.last_error;
  return (
    <div className="domains-proof">
      <p>
        Set these records where the DNS of <strong>{of.hostname}</strong> is kept. The TXT record proves that it is
        yours, the CNAME record brings visitors here.
      </p>
      <DnsRecords records={verification.records} />
      <p className="dimmed links-small">
        Or let <span className="mono">{`http://${of.hostname}${verification.path}`}</span> reach this installation: it
        answers by itself.
      </p>
      {fault && (
        <Note tone="warning" alert={verify.isSuccess}>
          {fault}
        </Note>
      )}
      {mayWrite && (
        <div className="links-buttons">
          <Button size="xs" loading={verify.isPending} onClick={() => verify.mutate(input)}>
            Check now
          </Button>
          <CopyAsCode operation="links_domains_verify" input={input} />
        </div>
      )}
    </div>
  );
}
