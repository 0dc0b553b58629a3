import { onVersion, queryClient, useTRPC, useTRPCClient } from '../../../trpc';
import { Card } from '../../../ui/page';
import { toast } from '../../../ui/toast/toast';
import { PictureField } from '../picture/picture-field';
import { useUnsupportedReason } from '../use-instance';
import type { Group } from './labels';
import { t } from './texts';

export function GroupPicture({ of, mayWrite }: { of: Group; mayWrite: boolean }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const lack = useUnsupportedReason()('group.picture');
  const input = { instance_id: of.instance_id, group_id: of.id };
  return (
    <Card>
      <PictureField
        label={t('picture')}
        url={of.picture_url}
        lack={lack}
        mayWrite={mayWrite}
        operation="whatsapp_groups_update"
        input={input}
        onSave={async (picture) => {
          // The group may have changed while the file was sent.
          const { version } = queryClient.getQueryData(trpc.whatsapp.groups.get.queryKey(input)) ?? of;
          await client.whatsapp.groups.update.mutate({ ...input, picture }, { context: { ...onVersion(version) } });
          await queryClient.invalidateQueries({ queryKey: trpc.whatsapp.groups.pathKey() });
          toast(picture ? t('pictureSaved') : t('pictureRemoved'));
        }}
      />
    </Card>
  );
}
