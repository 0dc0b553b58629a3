import {
  IconDeviceDesktop,
  IconDeviceMobile,
  IconDevices,
  IconDeviceTablet,
  IconDeviceTv,
  type Icon,
} from '@tabler/icons-react';

const ICONS: Readonly<Record<string, Icon>> = {
  desktop: IconDeviceDesktop,
  mobile: IconDeviceMobile,
  tablet: IconDeviceTablet,
  tv: IconDeviceTv,
};

/** Of a kind of device, by the name that the API gives it. */
export function DeviceIcon({ device, size = 16 }: { device: string; size?: number }) {
  const Device = ICONS[device] ?? IconDevices;
  return <Device size={size} stroke={1.6} aria-hidden />;
}
