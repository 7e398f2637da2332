#!/bin/sh
# Finds a Python to set up with and hands over to provision.py. Shell, because Python may not be there yet.
# Apple's tools bring 3.9, enough to build; 3.11 to 3.14, which tests, demo and mathics-kernel need, are preferred.
here=$(dirname "$0")
# Where Homebrew and python.org put theirs; PATH need not name these folders.
beyond=/opt/homebrew/bin:/usr/local/bin
for minor in 11 12 13 14; do
    beyond=$beyond:/Library/Frameworks/Python.framework/Versions/3.$minor/bin
done
folders=$(printf %s "$PATH:${METALLINK_PYTHON_FOLDERS-$beyond}" | tr ':' '\n')

# find_python LOW HIGH NAME...: the first NAME whose Python is of version 3.LOW to 3.HIGH.
find_python() {
    low=$1 high=$2
    shift 2
    for name in "$@"; do
        while IFS= read -r folder; do
            candidate="$folder/$name"
            [ -x "$candidate" ] || continue
            "$candidate" -c "import sys; sys.exit(not (3, $low) <= sys.version_info[:2] <= (3, $high))" 2>/dev/null || continue
            printf '%s\n' "$candidate"
            return 0
        done <<LIST
$folders
LIST
    done
    return 1
}

if python=$(find_python 11 14 python3 python3.11 python3.12 python3.13 python3.14) ||
    python=$(find_python 9 10 python3 python3.10 python3.9); then
    exec "$python" "$here/metallink_build/provision.py" "$@"
fi
cat >&2 <<EOF2
MetalLink needs Python 3.11 to 3.14 (3.9 or 3.10 to build only), and found none on PATH, in Homebrew's or in python.org's folders.
  Debian, Ubuntu:  apt-get install python3 python3-venv
  macOS:           brew install python@3.13, or the installer from python.org
Then run the same command again.
EOF2
exit 1
