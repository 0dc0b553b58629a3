import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';

import { queryClient, useTRPC, useTRPCClient, type Outputs } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { differing } from '../../../ui/form/differing';
import { Form } from '../../../ui/form/form';
import { ListField } from '../../../ui/form/list-field';
import { listProps } from '../../../ui/form/list-props';
import { TextArea } from '../../../ui/form/text-area';
import { useStoredValues } from '../../../ui/form/use-stored-values';
import { Card } from '../../../ui/page';
import { Loading } from '../../../ui/states/loading';
import { Content } from '../../../ui/states/states';
import { toast } from '../../../ui/toast/toast';
import type { Instance } from '../labels';
import { PictureField } from '../picture/picture-field';
import { useDriver } from '../use-drivers';
import { useUnsupportedReason } from '../use-instance';
import { t } from './texts';

type Profile = Outputs['whatsapp']['profile']['get'];

interface ProfileCardProps {
  of: Instance;
  mayWrite: boolean;
}

/** The provider stores the profile, so it can be read and changed only while connected. */
export function ProfileCard({ of, mayWrite }: ProfileCardProps) {
  const trpc = useTRPC();
  const isConnected = of.status === 'connected';
  const query = useQuery(trpc.whatsapp.profile.get.queryOptions({ instance_id: of.id }, { enabled: isConnected }));
  return (
    <Card title={t('profile')}>
      {isConnected ? (
        <Content query={query} what={t('profileNoun')} loading={<Loading shape="form" rows={2} />}>
          {(profile) => (
            <div className="wa-fields">
              <ProfilePicture of={of} url={profile.picture_url} mayWrite={mayWrite} />
              <ProfileForm of={of} profile={profile} mayWrite={mayWrite} />
            </div>
          )}
        </Content>
      ) : (
        <p className="wa-text dimmed">{t('profileOffline')}</p>
      )}
    </Card>
  );
}

function ProfilePicture({ of, url, mayWrite }: ProfileCardProps & { url: string | null }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const lack = useUnsupportedReason()('profile.write');
  const input = { instance_id: of.id };
  return (
    <PictureField
      label={t('picture')}
      url={url}
      lack={lack}
      mayWrite={mayWrite}
      operation="whatsapp_profile_update"
      input={input}
      onSave={async (picture) => {
        await client.whatsapp.profile.update.mutate({ ...input, picture });
        await queryClient.invalidateQueries({ queryKey: trpc.whatsapp.profile.pathKey() });
        toast(picture ? t('pictureSaved') : t('pictureRemoved'));
      }}
    />
  );
}

const valuesOf = ({ name, about, cloud }: Profile) => ({
  name: name ?? '',
  about: about ?? '',
  cloud: {
    address: cloud?.address ?? '',
    description: cloud?.description ?? '',
    email: cloud?.email ?? '',
    websites: cloud?.websites ?? [],
    vertical: cloud?.vertical ?? '',
  },
});
type Values = ReturnType<typeof valuesOf>;

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

function changeOf(base: Values, draft: Values) {
  const { cloud, ...plain } = differing(base, draft);
  if (cloud === undefined) return plain;
  const { websites, vertical, ...texts } = differing(base.cloud, cloud);
  return {
    ...plain,
    cloud: {
      ...Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, orNull(text)])),
      ...(websites === undefined ? {} : { websites }),
      ...(vertical === undefined || vertical.trim() === '' ? {} : { vertical: vertical.trim().toUpperCase() }),
    },
  };
}

function ProfileForm({ of, profile, mayWrite }: ProfileCardProps & { profile: Profile }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const stored = valuesOf(profile);
  const form = useForm<Values>({ initialValues: stored });
  const send = useStoredValues(form, stored);
  const nameIsLocked = useDriver(of.driver)?.traits.profile_name === false;
  const input = (draft: Values) => ({ instance_id: of.id, ...changeOf(form.getInitialValues(), draft) });
  const save = (draft: Values) =>
    send(async (onStored) => {
      await client.whatsapp.profile.update.mutate(input(draft));
      onStored(draft);
      await queryClient.invalidateQueries({ queryKey: trpc.whatsapp.profile.pathKey() });
      toast(t('profileSaved'));
    });
  return (
    <fieldset disabled={!mayWrite} className="wa-fields">
      <Form
        form={form}
        onSubmit={save}
        submit={t('saveProfile')}
        actions={<CopyAsCode operation="whatsapp_profile_update" input={() => input(form.getValues())} />}
      >
        <TextInput
          label={t('name')}
          description={nameIsLocked ? t('nameLocked') : t('nameHelp')}
          maxLength={100}
          disabled={nameIsLocked}
          {...form.getInputProps('name')}
        />
        <TextInput label={t('about')} description={t('aboutHelp')} maxLength={139} {...form.getInputProps('about')} />
        {profile.cloud !== null && (
          <>
            <TextInput label={t('address')} maxLength={256} {...form.getInputProps('cloud.address')} />
            <TextArea
              label={t('description')}
              maxLength={256}
              minRows={2}
              {...form.getInputProps('cloud.description')}
            />
            <TextInput label={t('email')} type="email" maxLength={128} {...form.getInputProps('cloud.email')} />
            <ListField
              label={t('websites')}
              description={t('websitesHelp')}
              placeholder="https://example.com"
              max={2}
              maxLength={256}
              hasCommas
              {...listProps(form, 'cloud.websites')}
            />
            <TextInput
              label={t('industry')}
              description={t('industryHelp')}
              maxLength={40}
              {...form.getInputProps('cloud.vertical')}
            />
          </>
        )}
      </Form>
    </fieldset>
  );
}
