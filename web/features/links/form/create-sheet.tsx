import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { queryClient, useTRPC } from '../../../trpc';
import { callOf, useOperations } from '../../../ui/code/operations';
import { Samples } from '../../../ui/code/samples';
import { Sheet } from '../../../ui/dialog/dialog';
import { Form } from '../../../ui/form/form';
import { DiscardDialog } from '../../../ui/form/leave-guard';
import { useSendOnce } from '../../../ui/form/use-send-once';
import { toast } from '../../../ui/toast/toast';
import { useDomains } from '../domains-and-tags';
import { shortOf, type Domain } from '../labels';
import { QrPanel } from '../qr-panel';
import { checkDraft, inputOf, NEW_LINK, type LinkDraft } from './draft';
import { MainFields } from './main-fields';
import { MoreFields } from './more-fields';
import { t } from './texts';

import '../links.css';
import './fields.css';

interface CreateSheetProps {
  onClose: (madeId?: string) => void;
}

/** Stands for a slug that the server makes. */
const UNMADE = '·······';

export function CreateSheet({ onClose }: CreateSheetProps) {
  const trpc = useTRPC();
  const [isAsking, setIsAsking] = useState(false);
  const once = useSendOnce();
  const create = useMutation(trpc.links.create.mutationOptions({ trpc: { context: once.context } }));
  const form = useForm<LinkDraft>({ initialValues: NEW_LINK, validate: checkDraft, onValuesChange: once.renew });
  const domains = useDomains();

  const send = async (values: LinkDraft) => {
    const link = await create.mutateAsync(inputOf(values));
    once.renew();
    await queryClient.invalidateQueries({ queryKey: trpc.links.pathKey() });
    toast(t('linkCreated'), { text: shortOf(link.short_url) });
    onClose(link.id);
  };
  const close = () => (form.isDirty() ? setIsAsking(true) : onClose());

  return (
    <>
      <Sheet title={t('createTitle')} size={960} onClose={close}>
        <div className="links-create">
          <Form
            form={form}
            onSubmit={send}
            submit={t('createLink')}
            actions={
              <Button variant="default" onClick={close}>
                {t('cancel')}
              </Button>
            }
          >
            <MainFields form={form} />
            <MoreFields form={form} isNew />
          </Form>
          <aside aria-label={t('preview')}>
            <LinkPreview draft={form.values} domains={domains} />
          </aside>
        </div>
      </Sheet>
      {isAsking && <DiscardDialog onKeep={() => setIsAsking(false)} onDiscard={() => onClose()} />}
    </>
  );
}

function LinkPreview({ draft, domains }: { draft: LinkDraft; domains: readonly Domain[] }) {
  const call = useOperations()?.['links_create'];
  const domain = domains.find(({ id, is_default: isDefault }) =>
    draft.domain_id === '' ? isDefault : id === draft.domain_id,
  );
  const host = domain?.hostname ?? location.host;
  const slug = draft.slug.trim();
  const input = inputOf(draft);
  return (
    <div className="links-outlook">
      <div className="links-short" aria-live="polite">
        <span className="dimmed">{host}/</span>
        {slug === '' ? <span className="dimmed">{UNMADE}</span> : <strong>{slug}</strong>}
      </div>
      {slug === '' ? (
        <p className="dimmed links-no-qr">{t('qrNeedsSlug')}</p>
      ) : (
        <QrPanel shortUrl={`${location.protocol}//${host}/${slug}`} isDraft />
      )}
      {call && <Samples call={callOf(call, { ...input, url: input.url || 'https://example.com/' })} />}
    </div>
  );
}
