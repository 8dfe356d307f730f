#!/bin/sh
# Installs or upgrades the portal as a systemd service: sudo deploy/install.sh [--no-build]
# An upgrade replaces the code and keeps the settings and the data.
# --no-build copies node_modules and client/dist from this folder instead of running npm: run `npm run prestart` first.
# With DESTDIR, the files are written below that folder, and no account or service is changed.
set -eu

user=fyp
root=${DESTDIR:-}
code=$root/srv/fyp-portal
env_file=$root/etc/fyp-portal.env
data=$root/var/lib/fyp-portal
backups=$root/var/backups/fyp-portal
unit=$root/etc/systemd/system/fyp-portal.service
template=$root/etc/systemd/system/fyp-portal@.service
source=$(cd "$(dirname "$0")/.." && pwd)
build=yes

fail() {
  echo "install.sh: $1" >&2
  exit 1
}

for option in "$@"; do
  case $option in
    --no-build) build=no ;;
    *) fail "there is no option $option; see the first lines of this file." ;;
  esac
done

on_this_machine() {
  [ -z "$root" ]
}

check() {
  case $root in '' | /*) ;; *) fail 'DESTDIR must begin with a slash.' ;; esac
  [ "$source" != "$code" ] || fail "this folder is the installed one; run it from the new version's."
  if on_this_machine; then
    [ "$(id -u)" = 0 ] || fail 'run it as root, or with DESTDIR.'
    command -v systemctl >/dev/null || fail 'there is no systemd here.'
  fi
  if [ "$build" = yes ]; then
    command -v npm >/dev/null || fail 'npm is missing: see docs/deployment.md.'
  elif [ ! -x "$source/node_modules/.bin/node" ] || [ ! -e "$source/client/dist/index.html" ]; then
    fail 'this folder is not built: run `npm run prestart` in it, or leave out --no-build.'
  fi
}

make_account() {
  getent passwd "$user" >/dev/null ||
    useradd --system --user-group --home-dir /var/lib/fyp-portal --no-create-home --shell /usr/sbin/nologin "$user"
}

# Does nothing with DESTDIR, because only root may change owners.
own() {
  if on_this_machine; then chown "$@"; fi
}

# Copies to a new folder, so that a failed build does not affect the running version.
copy_code() {
  rm -rf "$code.new"
  mkdir -p "$code.new"
  if [ "$build" = yes ]; then set -- --exclude=./node_modules --exclude=./client/dist; else set --; fi
  tar -C "$source" --exclude=./.git --exclude=./data --exclude=./test-results --exclude=./.env "$@" --no-same-owner -cf - . |
    tar -C "$code.new" --no-same-owner -xf -
}

# Runs npm as the portal's user, because packages may run scripts during installation.
build_code() {
  [ "$build" = yes ] || return 0
  own -R "$user:$user" "$code.new"
  if on_this_machine; then
    (cd "$code.new" && runuser -u "$user" -- env HOME="$code.new/.build" npm run prestart)
  else
    (cd "$code.new" && HOME="$code.new/.build" npm run prestart)
  fi
  rm -rf "$code.new/.build"
}

# The instances that docs/deployment.md sets up, or the single service.
list_services() {
  instances=$(cd "$root/etc/systemd/system/multi-user.target.wants" 2>/dev/null && ls | grep '^fyp-portal@.*\.service$') || true
  echo "${instances:-fyp-portal.service}"
}

put_in_place() {
  own -R root:root "$code.new"
  chmod -R u+rwX,go+rX,go-w "$code.new"
  if on_this_machine; then list_services | xargs systemctl stop 2>/dev/null || true; fi
  rm -rf "$code.previous"
  [ ! -e "$code" ] || mv "$code" "$code.previous"
  mv "$code.new" "$code"
}

add_settings() {
  mkdir -p "$(dirname "$env_file")" "$(dirname "$unit")"
  if [ ! -e "$env_file" ]; then (umask 077 && cp "$source/deploy/fyp-portal.env" "$env_file"); fi
  own "root:$user" "$env_file"
  chmod 0640 "$env_file"
  cp "$source/deploy/fyp-portal.service" "$unit"
  chmod 0644 "$unit"
  if [ -e "$template" ]; then cp "$unit" "$template"; fi
  for folder in "$data" "$backups"; do
    mkdir -p "$folder"
    own "$user:$user" "$folder"
    chmod 0700 "$folder"
  done
}

check
if on_this_machine; then make_account; fi
copy_code
build_code
put_in_place
add_settings
if on_this_machine; then
  systemctl daemon-reload
  list_services | xargs systemctl enable
  list_services | xargs systemctl start
  echo "The portal is a service now. Settings: $env_file; log and the first admin's password: journalctl -u fyp-portal"
fi
