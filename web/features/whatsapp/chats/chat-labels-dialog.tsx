import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';

import { Actions } from '../../../ui/actions';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { Dialog } from '../../../ui/dialog/dialog';
import { useCan } from '../../../ui/shell/workspace';
import { Loading } from '../../../ui/states/loading';
import { Content } from '../../../ui/states/states';
import { titleOf, type Chat } from '../messages/labels';
import { LabelDot } from './chat-marks';
import { LabelDialog } from './label-dialog';
import { t } from './texts';
import { useChangeChat } from './use-change-chat';
import { useLabels, type Label } from './use-labels';

export function ChatLabelsDialog({ of, onClose }: { of: Chat; onClose: () => void }) {
  const query = useLabels(of.instance_id);
  const mayWrite = useCan()('whatsapp.contacts:write');
  const { change, isPending } = useChangeChat(of);
  const [ids, setIds] = useState<readonly string[]>(() => of.labels.map(({ id }) => id));
  const [edited, setEdited] = useState<Label | 'new'>();
  const set = (id: string, isGiven: boolean) =>
    setIds((old) => [...old.filter((other) => other !== id), ...(isGiven ? [id] : [])]);
  if (edited !== undefined) {
    return (
      <LabelDialog
        instanceId={of.instance_id}
        of={edited === 'new' ? undefined : edited}
        onMade={({ id }) => set(id, true)}
        onDeleted={({ id }) => set(id, false)}
        onClose={() => setEdited(undefined)}
      />
    );
  }
  return (
    <Dialog title={t('labelsTitle', { name: titleOf(of) })} onClose={onClose}>
      <Content query={query} loading={<Loading shape="form" rows={2} />}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="dimmed">{t('noLabels')}</p>
          ) : (
            <ul className="label-choices">
              {data.map((label) => (
                <li key={label.id}>
                  <Checkbox
                    checked={ids.includes(label.id)}
                    onChange={(event) => set(label.id, event.currentTarget.checked)}
                    label={
                      <span className="chat-label">
                        <LabelDot color={label.color} />
                        <span className="truncate">{label.name}</span>
                      </span>
                    }
                  />
                  {mayWrite && (
                    <button
                      type="button"
                      className="copy-button"
                      aria-label={t('editLabel', { name: label.name })}
                      onClick={() => setEdited(label)}
                    >
                      {t('edit')}
                    </button>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Content>
      {mayWrite && (
        <button type="button" className="copy-button label-new" onClick={() => setEdited('new')}>
          {t('createLabel')}
        </button>
      )}
      <Actions>
        <CopyAsCode
          operation="whatsapp_chats_update"
          input={() => ({ instance_id: of.instance_id, chat_id: of.id, label_ids: ids })}
        />
        <Button variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button loading={isPending} onClick={() => change({ label_ids: [...ids] }, t('labelsSaved'), onClose)}>
          {t('saveLabels')}
        </Button>
      </Actions>
    </Dialog>
  );
}
