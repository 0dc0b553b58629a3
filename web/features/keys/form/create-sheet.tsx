import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';

import { PRESETS, type PresetName } from '../../../../shared/access/presets';
import { isAdminScope } from '../../../../shared/access/scopes';
import { labelOf } from '../../../i18n/labels';
import { queryClient, useTRPC } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { Confirm, Sheet } from '../../../ui/dialog/dialog';
import { Form } from '../../../ui/form/form';
import { useSendOnce } from '../../../ui/form/use-send-once';
import { clearSecret, storeReturnedSecret, useSecret } from '../../../ui/secret/store';
import { useWorkspace } from '../../../ui/shell/workspace';
import { KeyAccess } from '../access';
import { kindOf } from '../labels';
import { NewKeySecret } from '../new-secret';
import { checkDraft, draftOf, inputOf, type KeyDraft } from './draft';
import { AdvancedFields, MainFields } from './fields';
import { t } from './texts';

import '../keys.css';

export function CreateSheet({ onClose }: { onClose: () => void }) {
  const trpc = useTRPC();
  const secret = useSecret();
  const { role } = useWorkspace();
  const [preset, setPreset] = useState<PresetName>('first_steps');
  const [isAsking, setIsAsking] = useState(false);
  const [isMade, setIsMade] = useState(false);
  const once = useSendOnce();
  const create = useMutation(trpc.keys.create.mutationOptions({ gcTime: 0, trpc: { context: once.context } }));
  const form = useForm<KeyDraft>({
    initialValues: draftOf('first_steps'),
    validate: checkDraft,
    onValuesChange: once.renew,
  });
  const presets = Object.entries(PRESETS).filter(
    ([name, { scopes }]) => role !== 'developer' || (name !== 'full' && !scopes.some(isAdminScope)),
  );

  const choose = (name: PresetName) => {
    const { kind, scopes, full_access, name: suggested } = draftOf(name);
    form.setValues({
      kind,
      scopes,
      full_access,
      ...(form.values.name === PRESETS.first_steps.name ? { name: suggested } : {}),
    });
    setPreset(name);
  };

  const send = async (values: KeyDraft) => {
    const { secret: value, id } = await create.mutateAsync(inputOf(values, once.firstTry()));
    create.reset();
    once.renew();
    const isShown = storeReturnedSecret({ label: t('apiKey'), value, ownerId: id });
    setIsMade(isShown);
    await queryClient.invalidateQueries({ queryKey: trpc.keys.pathKey() });
    if (!isShown) onClose();
  };

  // The secret was saved, discarded or cleared after its time: the drawer closes.
  const isOver = isMade && secret === undefined;
  const leave = useEffectEvent(onClose);
  useEffect(() => {
    if (isOver) leave();
  }, [isOver]);

  const close = () => (secret ? setIsAsking(true) : onClose());
  const access = form.values;
  return (
    <>
      <Sheet title={t(secret ? 'saveTitle' : 'createTitle')} size={secret ? 720 : 960} onClose={close}>
        {secret ? (
          <NewKeySecret secret={secret} access={access} />
        ) : (
          <div className="keys-create">
            <Form
              form={form}
              onSubmit={send}
              submit={t('createKey')}
              actions={
                <>
                  <CopyAsCode operation="keys_create" input={() => inputOf(form.getValues())} />
                  <Button variant="default" onClick={close}>
                    {t('cancel')}
                  </Button>
                </>
              }
            >
              <fieldset className="keys-presets">
                <legend>{t('purpose')}</legend>
                {presets.map(([name, { name: title, description, kind }]) => (
                  <label key={name} className="keys-preset" data-chosen={preset === name}>
                    <input
                      type="radio"
                      name="preset"
                      checked={preset === name}
                      onChange={() => choose(name as PresetName)}
                    />
                    <span>
                      <strong>{labelOf('presetNames', name, title)}</strong>
                      <span className="dimmed">
                        {labelOf('presetDescriptions', name, description)}{' '}
                        <span className="visually-hidden">{t('kindOfPreset', { kind: kindOf({ kind }) })}</span>
                      </span>
                    </span>
                  </label>
                ))}
              </fieldset>
              <MainFields form={form} />
              <AdvancedFields form={form} />
            </Form>
            <aside aria-label={t('accessOfKey')}>
              <KeyAccess access={access} isPublic={access.kind === 'pk'} />
            </aside>
          </div>
        )}
      </Sheet>
      {isAsking && (
        <Confirm
          title={t('closeUnsaved')}
          action={t('close')}
          onClose={() => setIsAsking(false)}
          onConfirm={clearSecret}
        >
          {t('notShownAgain')}
        </Confirm>
      )}
    </>
  );
}
