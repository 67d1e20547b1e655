import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

/** The name that the certificate is for. */
export const publicName = "bot.example.test";

/** How nginx stands in front of a gateway. */
export interface NginxOptions {
  /** Where it takes connections with TLS. */
  readonly port: number;
  /** Where it takes connections without. */
  readonly plainPort: number;
  /** The `location` blocks. */
  readonly locations: string;
}

const missing = "Install it: apt-get install --no-install-recommends nginx openssl";

/** A real nginx, with a certificate of its own and everything else as its package has it: buffering on. */
export class Nginx {
  /** What clients trust its certificate by. */
  readonly certificate: string;
  readonly #folder: string;
  #child: ChildProcess | undefined;

  private constructor(folder: string, certificate: string) {
    this.#folder = folder;
    this.certificate = certificate;
  }

  /** @throws Error that says what is missing on this machine. */
  static async start(options: NginxOptions): Promise<Nginx> {
    const folder = await mkdtemp(path.join(tmpdir(), "keyturn-nginx-"));
    const nginx = new Nginx(folder, await makeCertificate(folder));
    await writeFile(path.join(folder, "nginx.conf"), formatConfiguration(folder, options));
    await nginx.restart();
    return nginx;
  }

  /** Ends it, with all its connections, and starts it again. */
  async restart(): Promise<void> {
    await this.#stop();
    const child = spawn("nginx", ["-p", this.#folder, "-c", "nginx.conf", "-e", "stderr"], {
      stdio: ["ignore", "ignore", "pipe"],
    });
    this.#child = child;
    let said = "";
    await new Promise<void>((resolve, reject) => {
      child.once("error", (cause) => reject(new Error(`nginx cannot be started. ${missing}`, { cause })));
      child.once("exit", (code) => reject(new Error(`nginx ended with ${code}: ${said}`)));
      child.stderr.setEncoding("utf8").on("data", (text: string) => {
        said += text;
        // Said once its sockets are open.
        if (/notice.* OS: /.test(said)) resolve();
      });
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stop();
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #stop(): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    await ended;
  }
}

/** A port that nobody has at this moment. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address !== null ? address.port : 0;
}

async function makeCertificate(folder: string): Promise<string> {
  const key = path.join(folder, "key.pem");
  const certificate = path.join(folder, "certificate.pem");
  const kind = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  const names = ["-subj", `/CN=${publicName}`, "-addext", `subjectAltName=DNS:${publicName}`];
  await promisify(execFile)("openssl", [...kind, ...names, "-keyout", key, "-out", certificate]).catch(
    (cause: unknown) => {
      throw new Error(`openssl could not make a certificate. ${missing}`, { cause });
    },
  );
  return readFile(certificate, "utf8");
}

function formatConfiguration(folder: string, { port, plainPort, locations }: NginxOptions): string {
  const folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${path.join(folder, name)};`,
  );
  return `daemon off;
master_process off;
pid ${path.join(folder, "nginx.pid")};
error_log stderr notice;
events {}
http {
  access_log off;
  ${folders.join("\n  ")}
  server {
    listen 127.0.0.1:${port} ssl;
    listen 127.0.0.1:${plainPort};
    server_name ${publicName};
    ssl_certificate ${path.join(folder, "certificate.pem")};
    ssl_certificate_key ${path.join(folder, "key.pem")};
    ${locations}
  }
}
`;
}
