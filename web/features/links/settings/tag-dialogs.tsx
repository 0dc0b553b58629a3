import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';

import { onVersion, queryClient, useTRPC, useTRPCClient } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { DeleteDialog } from '../../../ui/dialog/delete-dialog';
import { Dialog } from '../../../ui/dialog/dialog';
import { Form } from '../../../ui/form/form';
import { useSendOnce } from '../../../ui/form/use-send-once';
import { toast } from '../../../ui/toast/toast';
import type { LinkTag } from '../labels';
import { t } from './texts';

import '../links.css';
import '../form/fields.css';

const COLOR_NAMES = {
  gray: () => t('gray'),
  red: () => t('red'),
  orange: () => t('orange'),
  yellow: () => t('yellow'),
  green: () => t('green'),
  blue: () => t('blue'),
  purple: () => t('purple'),
  pink: () => t('pink'),
} satisfies Record<LinkTag['color'], () => string>;
const COLORS = Object.keys(COLOR_NAMES) as LinkTag['color'][];

interface TagDialogProps {
  of?: LinkTag;
  onClose: () => void;
}

export function TagDialog({ of, onClose }: TagDialogProps) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const once = useSendOnce();
  const form = useForm<{ name: string; color: LinkTag['color'] }>({
    initialValues: { name: of?.name ?? '', color: of?.color ?? 'gray' },
    validate: { name: (name) => (name.trim() === '' ? t('needsName') : null) },
    onValuesChange: once.renew,
  });
  const send = async ({ name, color }: typeof form.values) => {
    const input = { name: name.trim(), color };
    if (of) {
      await client.links.tags.update
        .mutate({ ...input, tag_id: of.id }, { context: { ...onVersion(of.version) } })
        .catch(async (error: unknown) => {
          // No event announces what others do with tags.
          await queryClient.invalidateQueries({ queryKey: trpc.links.tags.pathKey() });
          throw error;
        });
    } else {
      await client.links.tags.create.mutate(input, { context: { ...once.context } });
    }
    await queryClient.invalidateQueries({ queryKey: trpc.links.pathKey() });
    toast(of ? t('tagChanged') : t('tagCreated'));
    onClose();
  };
  return (
    <Dialog title={of ? t('editTitle', { name: of.name }) : t('createTitle')} onClose={onClose}>
      <Form
        form={form}
        onSubmit={send}
        submit={of ? t('saveChanges') : t('createTag')}
        actions={
          <>
            <CopyAsCode
              operation={of ? 'links_tags_update' : 'links_tags_create'}
              input={() => ({ ...form.getValues(), ...(of ? { tag_id: of.id } : {}) })}
            />
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
          </>
        }
      >
        <TextInput label={t('name')} maxLength={64} autoComplete="off" data-autofocus {...form.getInputProps('name')} />
        <fieldset className="links-colors">
          <legend>{t('color')}</legend>
          {COLORS.map((color) => (
            <label key={color} data-color={color} title={COLOR_NAMES[color]()}>
              <input
                type="radio"
                name="color"
                aria-label={COLOR_NAMES[color]()}
                checked={form.values.color === color}
                onChange={() => form.setFieldValue('color', color)}
              />
              <i aria-hidden />
            </label>
          ))}
        </fieldset>
      </Form>
    </Dialog>
  );
}

export function DeleteTag({ of, onClose }: { of: LinkTag; onClose: () => void }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const input = { tag_id: of.id };
  return (
    <DeleteDialog
      name={of.name}
      what={t('aTag')}
      operation="links_tags_delete"
      input={input}
      remove={() => client.links.tags.delete.mutate(input)}
      stale={trpc.links.pathKey()}
      onClose={onClose}
    >
      <p>{t('deleteHelp', { count: of.links_count })}</p>
    </DeleteDialog>
  );
}
