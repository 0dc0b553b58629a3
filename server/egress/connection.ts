import { connect, isIP, type Socket } from 'node:net';
import {
  checkServerIdentity,
  connect as connectTls,
  type ConnectionOptions as TlsOptions,
  type SecureContext,
} from 'node:tls';

import { effectiveAddress } from './addresses';
import { connectFailure, Failure, tlsFailure } from './failure';
import { openTunnel, proxyFailure, type Proxy } from './proxy';
import type { Phase, ExchangeTarget } from './types';

export interface ConnectionOptions {
  secureContext: () => SecureContext;
  proxy: Proxy | undefined;
}

export class Connecting {
  phase: Phase = 'connect';
  connectMs: number | null = null;
  tlsMs: number | null = null;
  /** Until the proxy answers, the receiver is not at fault. */
  awaitsProxy = false;
  private sockets: Socket[] = [];
  private ended: Failure | undefined;

  async open(target: ExchangeTarget, { secureContext, proxy }: ConnectionOptions): Promise<Socket> {
    const started = performance.now();
    try {
      const socket = await (proxy ? this.viaProxy(target, proxy, secureContext) : this.direct(target));
      this.connectMs = performance.now() - started;
      if (!target.tls) return socket;

      this.phase = 'tls';
      const secured = await this.secure(socket, target.servername, secureContext).catch((error: unknown) => {
        throw tlsFailure(error);
      });
      this.tlsMs = performance.now() - started - this.connectMs;
      return secured;
    } catch (error) {
      this.destroy();
      throw this.ended ?? error;
    }
  }

  /** `open` rejects with the failure; no effect once the connection is open. */
  end(failure: Failure): void {
    this.ended ??= failure;
    this.destroy();
  }

  private async direct({ address, port }: ExchangeTarget): Promise<Socket> {
    const socket = this.note(connect({ host: address, port, noDelay: true }));
    await event(socket, 'connect').catch((error: unknown) => {
      throw connectFailure(error);
    });
    if (effectiveAddress(socket.remoteAddress ?? '') !== effectiveAddress(address)) {
      throw new Failure(
        'ssrf_blocked',
        'connect',
        'The connection led to another address than the one that was checked.',
      );
    }
    return socket;
  }

  private async viaProxy(
    { address, port }: ExchangeTarget,
    proxy: Proxy,
    secureContext: () => SecureContext,
  ): Promise<Socket> {
    this.awaitsProxy = true;
    let socket = this.note(connect({ host: proxy.host, port: proxy.port, noDelay: true }));
    await event(socket, 'connect').catch(() => {
      throw proxyFailure('could not be reached');
    });
    if (proxy.tls) {
      socket = await this.secure(socket, proxy.host, secureContext).catch(() => {
        throw proxyFailure('failed its TLS handshake');
      });
    }
    this.awaitsProxy = false;
    await openTunnel(socket, proxy, address, port);
    return socket;
  }

  /** Nothing is sent before the certificate is verified. */
  private async secure(socket: Socket, name: string, secureContext: () => SecureContext): Promise<Socket> {
    const options: TlsOptions = {
      socket,
      // SNI must not contain an address (RFC 6066), yet the certificate has to be valid for it.
      servername: isIP(name) > 0 ? '' : name,
      checkServerIdentity: (_asked, certificate) => checkServerIdentity(name, certificate),
      secureContext: secureContext(),
      minVersion: 'TLSv1.2',
      rejectUnauthorized: true,
      ALPNProtocols: ['http/1.1'],
    };
    const secured = this.note(connectTls(options));
    await event(secured, 'secureConnect');
    if (!secured.authorized) throw new Error('The certificate was not verified.');
    return secured;
  }

  private note<Made extends Socket>(socket: Made): Made {
    // Later errors are ignored, but without a listener they would crash the process.
    socket.on('error', () => {});
    this.sockets.push(socket);
    if (this.ended) this.destroy();
    return socket;
  }

  private destroy(): void {
    for (const socket of this.sockets.toReversed()) socket.destroy();
  }
}

function event(socket: Socket, name: 'connect' | 'secureConnect'): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const onClose = (): void => reject(Object.assign(new Error('closed'), { code: 'ECONNRESET' }));
  socket.once(name, resolve).once('error', reject).once('close', onClose);
  return promise.finally(() => {
    socket.off(name, resolve).off('error', reject).off('close', onClose);
  });
}
