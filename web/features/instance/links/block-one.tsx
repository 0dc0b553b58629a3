import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { account, accountClient, queryClient } from '../../../trpc';
import { Confirm } from '../../../ui/dialog/dialog';
import { Form } from '../../../ui/form/form';
import { errorText } from '../../../ui/problem';
import { Note } from '../../../ui/tag';
import { toast } from '../../../ui/toast/toast';
import { t } from './texts';

interface Act {
  title: string;
  action: string;
  effect: string;
  run: (name: string, reason: string) => Promise<string>;
}

interface BlockOneProps {
  label: string;
  placeholder: string;
  maxLength: number;
  close: Act;
  open: Act;
}

const { links } = accountClient.instance;

export const LinkBlock = () => (
  <BlockOne
    label={t('shortUrl')}
    placeholder="https://go.example.com/spring"
    maxLength={2048}
    close={{
      title: t('blockLinkTitle'),
      action: t('blockLink'),
      effect: t('blockLinkHelp'),
      run: async (short_url, reason) =>
        t('linkBlocked', { name: (await links.block.mutate({ short_url, reason })).short_url }),
    }}
    open={{
      title: t('unblockLinkTitle'),
      action: t('unblockLink'),
      effect: t('unblockLinkHelp'),
      run: async (short_url) => t('linkUnblocked', { name: (await links.unblock.mutate({ short_url })).short_url }),
    }}
  />
);

export const DomainBlock = () => (
  <BlockOne
    label={t('hostname')}
    placeholder="go.example.com"
    maxLength={260}
    close={{
      title: t('disableDomainTitle'),
      action: t('disableDomain'),
      effect: t('disableDomainHelp'),
      run: async (hostname, reason) =>
        t('domainDisabled', { name: (await links.domains.disable.mutate({ hostname, reason })).hostname }),
    }}
    open={{
      title: t('enableDomainTitle'),
      action: t('enableDomain'),
      effect: t('enableDomainHelp'),
      run: async (hostname) => t('domainEnabled', { name: (await links.domains.enable.mutate({ hostname })).hostname }),
    }}
  />
);

function BlockOne({ label, placeholder, maxLength, close, open }: BlockOneProps) {
  const [dialog, setDialog] = useState<Act>();
  const form = useForm({
    initialValues: { name: '', reason: '' },
    validate: {
      name: (name) => (name.trim() === '' ? t('valueMissing') : null),
      reason: (reason) => (reason.trim() === '' ? t('reasonMissing') : null),
    },
  });
  return (
    <>
      <Form
        form={form}
        onSubmit={async () => setDialog(close)}
        submit={close.action}
        isDangerous
        actions={
          <Button
            variant="default"
            onClick={() => {
              // Unblocking needs no reason.
              form.clearErrors();
              if (!form.validateField('name').hasError) setDialog(open);
            }}
          >
            {open.action}
          </Button>
        }
      >
        <TextInput
          label={label}
          placeholder={placeholder}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          maxLength={maxLength}
          {...form.getInputProps('name')}
        />
        <TextInput
          label={t('reason')}
          description={t('reasonHelp')}
          maxLength={200}
          {...form.getInputProps('reason')}
        />
      </Form>
      {dialog && (
        <ActDialog
          act={dialog}
          isDangerous={dialog.action === close.action}
          values={form.getValues()}
          onDone={form.reset}
          onClose={() => setDialog(undefined)}
        />
      )}
    </>
  );
}

interface ActDialogProps {
  act: Act;
  isDangerous: boolean;
  values: { name: string; reason: string };
  onDone: () => void;
  onClose: () => void;
}

function ActDialog({ act, isDangerous, values, onDone, onClose }: ActDialogProps) {
  const name = values.name.trim();
  const run = useMutation({
    mutationFn: () => act.run(name, values.reason.trim()),
    onSuccess: (said) => {
      void queryClient.invalidateQueries({ queryKey: account.instance.links.pathKey() });
      toast(said);
      onDone();
      onClose();
    },
  });
  return (
    <Confirm
      title={act.title}
      action={act.action}
      isDangerous={isDangerous}
      isPending={run.isPending}
      error={
        run.error && (
          <Note tone="error" alert>
            {errorText(run.error)}
          </Note>
        )
      }
      onConfirm={() => run.mutate()}
      onClose={onClose}
    >
      <p className="mono instance-url">{name}</p>
      <p>{act.effect}</p>
    </Confirm>
  );
}
