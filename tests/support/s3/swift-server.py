"""
Runs OpenStack Swift with its S3 interface in one process, on one folder: proxy, account, container and object server, each on a
free port of this machine. Prints the address of the S3 interface once all of them listen.

Usage: swift-server.py FOLDER ACCOUNT USER PASSWORD
The S3 keys are ACCOUNT:USER and PASSWORD.
"""
import array
import os
import sys

import eventlet

eventlet.monkey_patch()

from eventlet import wsgi
from swift.common.http_protocol import SwiftHttpProtocol
from swift.common.ring import RingData
from swift.common.wsgi import loadapp

folder, account, user, password = sys.argv[1:]
SERVERS = ("account", "container", "object")

STORAGE = """
[DEFAULT]
devices = {folder}
mount_check = false
disable_fallocate = true
swift_dir = {folder}
user = {login}
[pipeline:main]
pipeline = {kind}-server
[app:{kind}-server]
use = egg:swift#{kind}
"""

PROXY = """
[DEFAULT]
swift_dir = {folder}
user = {login}
[pipeline:main]
pipeline = catch_errors gatekeeper s3api tempauth bulk copy slo dlo versioned_writes symlink proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
conn_timeout = 20
node_timeout = 60
error_suppression_limit = 1000000
allow_account_management = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_{account}_{user} = {password} .admin
[filter:bulk]
use = egg:swift#bulk
[filter:copy]
use = egg:swift#copy
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
[filter:versioned_writes]
use = egg:swift#versioned_writes
allow_object_versioning = true
[filter:symlink]
use = egg:swift#symlink
"""


class Cache:
    """What the servers ask memcached for, in this process."""

    def __init__(self):
        self.kept = {}

    def get(self, key, **_):
        return self.kept.get(key)

    def get_multi(self, keys, *_, **__):
        return [self.kept.get(key) for key in keys]

    def set(self, key, value, **_):
        self.kept[key] = value

    def set_multi(self, mapping, *_, **__):
        self.kept.update(mapping)

    def delete(self, key, *_, **__):
        self.kept.pop(key, None)

    def incr(self, key, delta=1, **_):
        self.kept[key] = max(0, self.kept.get(key, 0) + delta)
        return self.kept[key]

    def decr(self, key, delta=1, **_):
        return self.incr(key, -delta)


class NoLog:
    def write(self, _text):
        pass


def start(kind, sock, template):
    path = os.path.join(folder, kind + "-server.conf")
    with open(path, "w") as conf:
        conf.write(
            template.format(
                folder=folder, kind=kind, login=os.environ.get("USER", "root"), account=account, user=user, password=password
            )
        )
    app = loadapp(path, global_conf={"log_name": kind})

    def with_cache(env, start_response):
        env["swift.cache"] = cache
        return app(env, start_response)

    eventlet.spawn(wsgi.server, sock, with_cache, NoLog(), protocol=SwiftHttpProtocol, log_output=False)


cache = Cache()
os.makedirs(os.path.join(folder, "disk"), exist_ok=True)
sockets = {kind: eventlet.listen(("127.0.0.1", 0)) for kind in SERVERS}
for kind, sock in sockets.items():
    device = {
        "id": 0, "zone": 0, "region": 1, "weight": 1.0, "device": "disk", "meta": "",
        "ip": "127.0.0.1", "port": sock.getsockname()[1],
        "replication_ip": "127.0.0.1", "replication_port": sock.getsockname()[1],
    }
    RingData([array.array("H", [0, 0])], [device], 31).save(os.path.join(folder, kind + ".ring.gz"))
for kind, sock in sockets.items():
    start(kind, sock, STORAGE)
front = eventlet.listen(("127.0.0.1", 0))
start("proxy", front, PROXY)
print("http://127.0.0.1:%d" % front.getsockname()[1], flush=True)
while True:
    eventlet.sleep(3600)
