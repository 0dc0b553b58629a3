import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { queryClient, useTRPC, useTRPCClient } from '../../../trpc';
import { Actions } from '../../../ui/actions';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { Confirm, Dialog } from '../../../ui/dialog/dialog';
import { TagsField } from '../../../ui/form/tags-field';
import { toast, toastError } from '../../../ui/toast/toast';
import { useTags } from '../domains-and-tags';
import { shortOf, type Link } from '../labels';
import { t } from '../texts';
import { faultsOf, useBulkChange } from './use-bulk-change';

interface BulkProps {
  of: Link[];
  onClose: () => void;
  onDone: () => void;
}

export function BulkTags({ of, onClose, onDone }: BulkProps) {
  const [add, setAdd] = useState<string[]>([]);
  const [remove, setRemove] = useState<string[]>([]);
  const known = useTags().map(({ name }) => name);
  const ids = of.map(({ id }) => id);
  const set = {
    ...(add.length > 0 ? { tags_add: add } : {}),
    ...(remove.length > 0 ? { tags_remove: remove } : {}),
  };
  const change = useBulkChange(ids, () => {
    onClose();
    onDone();
  });
  return (
    <Dialog title={t('tagsOf', { count: of.length })} onClose={onClose}>
      <TagsField
        label={t('addTags')}
        description={t('newTagsHelp')}
        data={known}
        value={add}
        onChange={setAdd}
        maxTags={20}
        data-autofocus
      />
      <TagsField
        label={t('removeTags')}
        data={[...new Set(of.flatMap(({ tags }) => tags))]}
        value={remove}
        onChange={setRemove}
        maxTags={20}
      />
      <Actions>
        <CopyAsCode operation="links_bulk_update" input={{ ids, set }} />
        <Button variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button
          loading={change.isPending}
          disabled={add.length + remove.length === 0}
          onClick={() => change.mutate(set)}
        >
          {t('changeTags')}
        </Button>
      </Actions>
    </Dialog>
  );
}

const NAMED = 5;

export function BulkDelete({ of, onClose, onDone }: BulkProps) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const ids = of.map(({ id }) => id);
  const clicks = of.reduce((sum, { clicks: each }) => sum + (each ?? 0), 0);
  const remove = useMutation({
    mutationFn: () => client.links.bulk.remove.mutate({ ids }),
    onSuccess: ({ deleted, failed, results }) => {
      toast(t('linksDeleted', { count: deleted }), faultsOf(failed, results));
      onDone();
    },
    onError: (error) => toastError(error, t('linksNotDeleted')),
    onSettled: () => {
      onClose();
      return queryClient.invalidateQueries({ queryKey: trpc.links.pathKey() });
    },
  });
  return (
    <Confirm
      title={t('deleteLinksTitle', { count: of.length })}
      action={t('deleteLinks', { count: of.length })}
      isPending={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <ul className="links-named mono">
        {of.slice(0, NAMED).map(({ id, short_url: url }) => (
          <li key={id}>{shortOf(url)}</li>
        ))}
        {of.length > NAMED && <li className="dimmed">{t('andMore', { count: of.length - NAMED })}</li>}
      </ul>
      <p>{t('deleteLinksHelp', { count: clicks })}</p>
      <CopyAsCode operation="links_bulk_remove" input={{ ids }} />
    </Confirm>
  );
}
