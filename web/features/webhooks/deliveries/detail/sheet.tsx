import { DetailSheet } from '../../../../ui/detail/detail-sheet';
import { t } from './texts';
import { DeliveryView } from './view';

interface DeliverySheetProps {
  id: string;
  ids: readonly string[];
  onOpen: (id: string) => void;
  onClose: () => void;
}

export function DeliverySheet(props: DeliverySheetProps) {
  return (
    <DetailSheet title={t('delivery')} {...props}>
      <DeliveryView key={props.id} id={props.id} onOpen={props.onOpen} />
    </DetailSheet>
  );
}
