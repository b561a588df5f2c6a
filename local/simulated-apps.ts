// The apps at the simulated platforms: what settings of the stack name them by, and what the operator would keep secret.

export interface SimulatedApp {
  id: string
  secretArn: string
  secret: string
}

/** One secret lies in each of the two services that may hold one. */
export const SIMULATED_APPS: Readonly<Record<'instagram' | 'threads', SimulatedApp>> = {
  instagram: {
    id: '1000000000000001',
    secretArn: 'arn:aws:ssm:us-east-1:000000000000:parameter/simulated/instagram-app-secret',
    secret: 'secret-of-the-simulated-instagram-app',
  },
  threads: {
    id: '1000000000000002',
    secretArn: 'arn:aws:secretsmanager:us-east-1:000000000000:secret:simulated/threads-app-secret-000000',
    secret: 'secret-of-the-simulated-threads-app',
  },
}
