import { useQuery } from '@tanstack/react-query';

import { useTRPC } from '../../../trpc';
import { CopyId } from '../../../ui/code/copy';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { DetailList } from '../../../ui/detail/detail-list';
import { Sheet } from '../../../ui/dialog/dialog';
import { useCan } from '../../../ui/shell/workspace';
import { Loading } from '../../../ui/states/loading';
import { Content } from '../../../ui/states/states';
import { Tag } from '../../../ui/tag';
import { Time } from '../../../ui/time';
import { nameOfPerson } from '../party';
import { useInstance } from '../use-instance';
import { GroupPicture } from './group-picture';
import { GroupRules } from './group-rules';
import { InviteLink } from './invite-link';
import { JoinRequests } from './join-requests';
import { GROUP_STATUS, type Group } from './labels';
import { LeaveGroup } from './leave-group';
import { Participants } from './participants';
import { t } from './texts';

import './groups.css';

interface GroupSheetProps {
  groupId: string;
  onClose: () => void;
}

export function GroupSheet({ groupId, onClose }: GroupSheetProps) {
  const trpc = useTRPC();
  const { id } = useInstance();
  const query = useQuery(trpc.whatsapp.groups.get.queryOptions({ instance_id: id, group_id: groupId }));
  return (
    <Sheet title={query.data ? query.data.subject || t('unnamed') : t('group')} size={720} onClose={onClose}>
      <Content query={query} what={t('groupNoun')} loading={<Loading shape="form" />}>
        {(group) => <Detail of={group} onGone={onClose} />}
      </Content>
    </Sheet>
  );
}

function Detail({ of, onGone }: { of: Group; onGone: () => void }) {
  const can = useCan();
  const { status } = useInstance();
  const isLive = of.status === 'active' && (status === 'connected' || status === 'reconnecting');
  const mayWrite = can('whatsapp.groups:write') && isLive;
  const input = { instance_id: of.instance_id, group_id: of.id };
  return (
    <div className="wa-stack">
      <DetailList>
        <dt>{t('status')}</dt>
        <dd>
          <Tag tone={GROUP_STATUS[of.status].tone} dot>
            {GROUP_STATUS[of.status].label}
          </Tag>
        </dd>
        <dt>{t('id')}</dt>
        <dd>
          <CopyId id={of.id} />
        </dd>
        <dt>{t('providerId')}</dt>
        <dd className="mono">{of.provider_group_id ?? t('unknown')}</dd>
        <dt>{t('createdBy')}</dt>
        <dd>{of.owner === null ? t('unknown') : nameOfPerson(of.owner)}</dd>
        <dt>{t('firstSeen')}</dt>
        <dd>
          <Time at={of.created_at} />
        </dd>
      </DetailList>
      <div className="wa-line">
        <CopyAsCode operation="whatsapp_groups_get" input={input} />
      </div>
      <GroupPicture of={of} mayWrite={mayWrite} />
      <GroupRules of={of} mayWrite={mayWrite} />
      <Participants of={of} mayWrite={mayWrite} />
      {isLive && <InviteLink of={of} mayWrite={mayWrite} />}
      {isLive && <JoinRequests of={of} mayWrite={mayWrite} />}
      {mayWrite && <LeaveGroup of={of} onGone={onGone} />}
    </div>
  );
}
