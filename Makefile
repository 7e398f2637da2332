# A thin door to the tasks of tasks.py (`.venv/bin/invoke --list`). Each target sets up first; a second run finds all in place.
.PHONY: setup build demo test bench kernel doctor clean
setup:
	@sh python/metallink_build/provision.sh
build demo test bench kernel doctor: setup
	@.venv/bin/invoke $@
clean:
	@rm -rf build LibraryResources
