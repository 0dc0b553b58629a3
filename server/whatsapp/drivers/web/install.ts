import { INSTALL_COMMAND } from './installed-library';

const REASONS: Readonly<Record<string, string>> = {
  driver_not_installed: 'The package of the driver is not installed on this server.',
  driver_version_unsupported: 'The installed version of the driver’s package is not supported.',
};

/** What the operator has to do. */
export const unavailableReason = (code: string | null): string | null =>
  code === null
    ? null
    : `${REASONS[code] ?? 'The driver could not be started.'} Run \`${INSTALL_COMMAND}\` in the folder of the server, then restart it.`;
